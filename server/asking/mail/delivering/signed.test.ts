import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import { startMailServer } from '../../../test/mail/mail-server.ts'
import { aStore } from '../../../test/users.ts'

const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

test('a mail is signed, including the headers for one-click unsubscribing (RFC 8058, 4)', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = await startMailServer()
  const service = await startTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'reviews@shop.example',
    DKIM_DOMAIN: 'shop.example',
    DKIM_SELECTOR: 'one',
    DKIM_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  const { headers } = await aStore(service.database, { contact_email: 'team@shop.example' })
  service.setNow(delivered)
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer()] })
  expect((await service.send('POST', '/orders', { headers, body })).status).toBe(201)
  service.setNow(due)
  await service.runDue()
  await service.close()
  await server.close()

  const raw = server.received[0]?.raw ?? ''
  const tags = new Map(
    (server.received[0]?.header('DKIM-Signature') ?? '')
      .split(';')
      .map(tag => tag.trim())
      .map(tag => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1).trim()] as const),
  )
  expect(Object.fromEntries(tags)).toMatchObject({ d: 'shop.example', s: 'one', c: 'relaxed/relaxed' })
  const names = (tags.get('h') ?? '').split(':').map(name => name.trim().toLowerCase())
  for (const name of ['from', 'to', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
    expect(names).toContain(name)
  const sentBody = raw.slice(raw.indexOf('\r\n\r\n') + 4)
  expect(tags.get('bh')).toBe(createHash('sha256').update(relaxedBody(sentBody)).digest('base64'))
  const signed = [...names, 'dkim-signature'].map(name => relaxedHeader(raw, name))
  // The signature itself is signed as if it were empty.
  const text = signed.join('\r\n').replace(/(dkim-signature:.*;\s*b=).*$/, '$1')
  const signature = (tags.get('b') ?? '').replace(/\s/g, '')
  expect(createVerify('RSA-SHA256').update(text).verify(publicKey, signature, 'base64')).toBe(true)
})

/** RFC 6376, 3.4.2 */
function relaxedHeader(raw: string, name: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n(?=[ \t])/g, '')
  const line = head.split('\r\n').find(one => one.toLowerCase().startsWith(`${name}:`)) ?? ''
  return `${name}:${line
    .slice(name.length + 1)
    .replace(/[ \t]+/g, ' ')
    .trim()}`
}

/** RFC 6376, 3.4.4 */
function relaxedBody(body: string): string {
  const lines = body.replace(/[ \t]+/g, ' ').replace(/ \r\n/g, '\r\n')
  return `${lines.replace(/(\r\n)+$/, '')}\r\n`
}
