import { hash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, testOutboxToken as token } from '../../../test/app.ts'
import { addCopies } from '../../../test/database/copies.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../../test/factories.ts'
import { aMailing } from '../../../test/mail/mailings.ts'
import { aStore } from '../../../test/users.ts'

const local = { host: 'localhost' }

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
  const owner = await aStore(service.database, { name: 'Café <b>da</b> Serra', locale: 'en' })
  service.setNow('2026-03-05T18:30:00.000Z')
  const body = anOrder({
    delivery_date: '2026-03-05T18:30:00.000Z',
    products: [anOrderProduct({ name: 'Moka <script>alert(1)</script>' })],
    customers: [aCustomer({ name: 'Ana Martins', email: 'ana@example.com' })],
  })
  await service.send('POST', '/orders', { headers: owner.headers, body })
  service.setNow('2026-03-12T13:00:00.000Z')
  await service.runDue()
})
afterAll(() => service.close())

/** Reads as an operator's script would. */
const read = (path: string) => service.send('GET', path, { headers: { authorization: `Bearer ${token}` } })

async function firstMail(): Promise<string> {
  const { body } = await read('/outbox')
  return /href="(\/outbox\/[^"]+)"/.exec(body)?.[1] as string
}

describe('/outbox', () => {
  test('lists the kept mails', async () => {
    const { status, body, headers } = await read('/outbox')
    expect(status).toBe(200)
    expect(body).toContain('ana@example.com')
    expect(body).toContain('Café &lt;b&gt;da')
    expect(body).toContain('<td>Kept</td>')
    expect(body).toContain('<time datetime="2026-03-12T13:00:00.000Z">2026-03-12 13:00 UTC</time>')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test.each([
    ['es-MX,es;q=0.9', 'Bandeja de salida', '<td>Retenido</td>', 'Solicitud de opinión', '<dt>Para</dt>'],
    ['pt-BR', 'Caixa de saída', '<td>Guardado</td>', 'Convite para avaliar', '<dt>Para</dt>'],
    ['cy', 'Outbox', '<td>Kept</td>', 'Review request', '<dt>To</dt>'],
  ])('is in the language of the browser: %s', async (language, title, state, kind, to) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
    const { body } = await service.send('GET', '/outbox', { headers })
    expect(body).toContain(`<h1>${title}</h1>`)
    expect(body).toContain(state)
    expect(body).toContain(kind)
    expect((await service.send('GET', await firstMail(), { headers })).body).toContain(to)
  })

  test('shows a mail as the recipient would see it: in a frame, as text, with its headers', async () => {
    const path = await firstMail()
    const { body } = await read(path)
    expect(body).toContain(`src="${path}/html"`)
    expect(body).toContain('sandbox=')
    for (const header of ['Message-ID:', 'List-Unsubscribe:', 'To: Ana Martins', 'Auto-Submitted:'])
      expect(body).toContain(header)
    const framed = await read(`${path}/html`)
    expect(framed.body).toContain(`${service.url}/r/`)
    expect(body).toContain('<dd>Ana Martins &lt;ana@example.com&gt;</dd>')
    expect(body).toContain('href="/outbox"')
    expect(body).toContain('href="/admin/')
    const policy = framed.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('sandbox allow-scripts allow-popups')
    expect(policy).not.toContain('allow-same-origin')
    // The mail's only script is ours, by its hash.
    expect(framed.body.match(/<script/g)).toHaveLength(1)
    const [, script = ''] = /<script type="module">(.*?)<\/script>/s.exec(framed.body) ?? []
    expect(policy).toContain(`script-src 'sha256-${hash('sha256', script, 'base64')}'`)
  })

  test('has working links to the subject of the mail', async () => {
    const { body } = await read(`${await firstMail()}/html`)
    const [unsubscribe] = /http:[^"]+\/u\/[\w-]{65}/.exec(body) ?? []
    expect((await fetch(unsubscribe as string)).status).toBe(200)
  })

  test.each([
    '/outbox/x/y',
    `/outbox/${'0'.repeat(8)}-0000-7000-8000-000000000000/${'0'.repeat(8)}-0000-7000-8000-000000000000`,
  ])('has nothing at %s', async path => {
    expect((await read(path)).status).toBe(404)
  })

  test('accepts the token in the address, and replaces it with a cookie', async () => {
    const path = await firstMail()
    for (const url of ['/outbox', path]) {
      const opened = await service.app.inject({
        url: `${url}?token=${encodeURIComponent(token)}`,
        headers: local,
      })
      expect([opened.statusCode, opened.headers.location]).toEqual([303, url])
      expect(opened.headers['referrer-policy']).toBe('no-referrer')
      expect(opened.headers['cache-control']).toBe('no-store')
      const cookie = String(opened.headers['set-cookie'])
      expect(cookie).toMatch(/^realword\.outbox=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
      expect(cookie).not.toContain(encodeURIComponent(token))
      const headers = { ...local, cookie: cookie.split(';')[0] }
      expect((await service.app.inject({ url, headers })).statusCode).toBe(200)
    }
  })

  test('answers a browser with a mistyped address with a page', async () => {
    const headers = { ...local, accept: 'text/html,application/xhtml+xml' }
    const answer = await service.app.inject({ url: '/outbox?token=mistyped', headers })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('This outbox link does not work')
    expect(answer.body).not.toContain('Go back to the store')
  })

  test('refuses requests without the token, even from this machine', async () => {
    const path = await firstMail()
    for (const url of ['/outbox', path, `${path}/html`]) {
      for (const headers of [
        {},
        { authorization: 'Bearer guessed' },
        { authorization: `Basic ${token}` },
        { cookie: `realword.outbox=${token}` },
        { cookie: `__Host-realword.outbox=${'x'.repeat(43)}` },
      ]) {
        const answer = await service.app.inject({ url, headers: { ...local, ...headers } })
        expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, undefined])
      }
      for (const query of ['token=', 'token=guessed', `token=${encodeURIComponent(token)}&token=x`])
        expect((await service.app.inject({ url: `${url}?${query}`, headers: local })).statusCode).toBe(404)
    }
  })

  test('opens to other machines over https alone, with a cookie for this host', async () => {
    const https = await startTestApp({ TRUSTED_PROXIES: '10.0.0.1' }, service.target)
    const url = `/outbox?token=${encodeURIComponent(token)}`
    const from = (proto: string) => ({
      url,
      headers: { host: 'reviews.example', 'x-forwarded-proto': proto },
      remoteAddress: '10.0.0.1',
    })
    const opened = await https.app.inject(from('https'))
    expect(opened.statusCode).toBe(303)
    expect(opened.headers['set-cookie']).toMatch(/^__Host-realword\.outbox=[\w-]{43}; Path=\/; .*; Secure$/)
    const clear = await https.app.inject(from('http'))
    expect([clear.statusCode, clear.headers['set-cookie']]).toEqual([403, undefined])
    await https.close()
  })

  test.each([
    { OUTBOX_TOKEN: '' },
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@shop.example' },
  ])('does not exist with %o', async settings => {
    const other = await startTestApp(settings as Record<string, string>, service.target)
    for (const given of [token, '', 'undefined']) {
      const headers = { authorization: `Bearer ${given}` }
      expect((await other.send('GET', '/outbox', { headers })).status).toBe(404)
    }
    await other.close()
  })
})

test('of each store, the 100 newest mails are listed', async () => {
  const { storeId } = await aStore(service.database)
  await aMailing(service.database, storeId, { email: 'bia@example.com', state: 'kept' })
  const ours = sql`one.store_id = ${storeId}`
  await addCopies(service.database, 'mailings', ours, [1, 100], sql`'id', gen_random_uuid()`)
  const { body } = await read('/outbox')
  expect(body.split('bia@example.com')).toHaveLength(101)
  expect(body).toContain('ana@example.com')
})
