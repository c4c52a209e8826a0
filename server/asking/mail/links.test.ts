import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { MailKind } from '../../foundation/mailings/kinds.ts'
import { tokensOf } from '../../foundation/mailings/links.ts'
import { adminClient, aMember, aPassword } from '../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { aStore, type Member } from '../../test/users.ts'

describe('tokensOf', () => {
  const storeId = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001'
  const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0002'
  const link_salt = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
  const store = 'AZmqqru7fMyN3e7u__8AAQ'

  // Computed with Python's hmac after RFC 5869, from the purpose, a NUL, the store, the kind and the id.
  test.each<[MailKind, link: string | null, unsubscribe: string | null]>([
    ['request', 'pwbEQS2pamS4JZN1bYsmB8EGZnUEReYVhNVb2Jpym5w', 'qVlmf7qjM4PhENsNfSo_bb3rWO-ADuayDXKsRNNkw6Q'],
    ['confirm_review', '-ZL16vyAhUSdlqhYzRdD_TfhWVP7SlWlZAJITAA9bSU', null],
    ['password_reset', 'CQHk_JjvbmJje_S_woxxclkDKAG9zVvQ-OO5kS_rCE0', null],
    ['invitation', 'YQa3l1HPeJSe8YSJnJQVcbcTljKSN12IXW1z3qTMq3c', null],
    ['question_received', null, null],
  ])('of %s name the store and depend on the kind', (kind, link, unsubscribe) => {
    expect(tokensOf(testSecret, { storeId, id, kind, link_salt })).toMatchObject({
      link: link && store + link,
      ...(unsubscribe !== null && { unsubscribe: store + unsubscribe }),
      ...(kind === 'question_received' && { unsubscribe: null }),
    })
  })

  test.each([
    null,
    undefined,
    Buffer.alloc(0),
    Buffer.alloc(31),
  ])('are not derived from the salt %j', salt => {
    const source = { storeId, id, kind: 'request', link_salt: salt as Buffer } as const
    expect(() => tokensOf(testSecret, source)).toThrow('a salt of 32 bytes')
  })
})

describe('a link', () => {
  let server: MailServer
  let it: TestApp
  let store: Member
  let isBusy = false
  beforeAll(async () => {
    server = await startMailServer({
      onMailFrom: (_address, _session, done) =>
        isBusy ? done(Object.assign(new Error('busy'), { responseCode: 451 })) : done(),
    })
    it = await startTestApp({ ...settings(), SIGN_IN_RATE_LIMIT: '1000' })
    store = await aStore(it.database)
  })
  afterAll(async () => {
    await it.close()
    await server.close()
  })

  const settings = () => ({ SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' })
  const delivered = '2026-03-05T18:30:00.000Z'
  const due = Date.parse('2026-03-12T13:00:00.000Z')
  const open = async (path: string, method = 'GET') => (await fetch(it.url + path, { method })).status
  const mailTo = (email: string) => {
    const raw = server.received.findLast(({ to }) => to.includes(email))?.raw ?? ''
    const text = decode(raw)
    return (before: RegExp) => new RegExp(`${before.source}([\\w-]+)`).exec(text)?.[1] ?? ''
  }
  const order = async (email: string) => {
    it.setNow(delivered)
    const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
    expect((await it.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
    it.setNow(due)
  }

  test('opens only its own page', async () => {
    await order('ana@example.com')
    await it.runDue()
    const mail = mailTo('ana@example.com')
    const [form, unsubscribe] = [mail(/\/r\//), mail(/\/u\//)]
    expect([form, unsubscribe]).toEqual([
      expect.stringMatching(/^[\w-]{65}$/),
      expect.stringMatching(/^[\w-]{65}$/),
    ])
    expect([await open(`/r/${form}`), await open(`/u/${unsubscribe}`)]).toEqual([200, 200])
    for (const path of [`/u/${form}`, `/confirm/${form}`, `/r/${unsubscribe}`, `/confirm/${unsubscribe}`])
      expect([path, await open(path)]).toEqual([path, 404])
    // Nor does it open anything under another store's name.
    const other = Buffer.from((await aStore(it.database)).storeId.replaceAll('-', ''), 'hex')
    for (const path of [`/r/${form}`, `/u/${unsubscribe}`])
      expect(await open(path.slice(0, 3) + other.toString('base64url') + path.slice(25))).toBe(404)
  })

  test('into the dashboard opens only its own page, even if the secret changed before it was sent', async () => {
    it.setNow(Date.now())
    const owner = await aMember(it, store.storeId, 'owner')
    const email = `${uuid()}@example.com`
    isBusy = true
    await owner.send('POST', `/stores/${store.storeId}/invitations`, { email, role: 'viewer' })
    await owner.send('POST', '/password-links', { email: owner.email, language: 'en' })
    await it.runDue()
    isBusy = false
    const sender = await startTestApp(
      { ...settings(), SECRET: 'another secret, long enough for it' },
      it.target,
    )
    sender.setNow(Date.now() + 60_000)
    await sender.runDue()
    const somebody = adminClient(it)
    const token = mailTo(email)(/#invitation=/)
    expect(token).toMatch(/^[\w-]{65}$/)
    expect((await somebody.send('POST', '/invitations/look', { token })).body).toMatchObject({ email })
    const reset = mailTo(owner.email)(/#reset=/)
    for (const [path, other] of [
      ['/invitations/look', reset],
      ['/invitations/join', reset],
      ['/password', token],
    ] as const) {
      const fields = path === '/password' ? { password: `${aPassword} 2` } : {}
      const join = path.endsWith('join') ? { name: 'A', password: `${aPassword} 2` } : {}
      expect((await somebody.send('POST', path, { token: other, ...fields, ...join })).status).toBe(403)
    }
    const answer = await somebody.send('POST', '/password', { token: reset, password: `${aPassword} 2` })
    expect(answer.status).toBe(204)
    await sender.close()
  })
})
