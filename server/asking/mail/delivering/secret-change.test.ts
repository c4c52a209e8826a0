import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import { type MailServer, startMailServer } from '../../../test/mail/mail-server.ts'
import { aStore } from '../../../test/users.ts'

const delivered = '2026-03-05T18:30:00.000Z'
const due = Date.parse('2026-03-12T13:00:00.000Z')
const [before, after] = ['the secret before, long enough for it', 'the secret after, long enough for it']

let server: MailServer
let isBusy = false
beforeAll(async () => {
  server = await startMailServer({
    onMailFrom: (_address, _session, done) =>
      isBusy ? done(Object.assign(new Error('busy'), { responseCode: 451 })) : done(),
  })
})
afterAll(() => server.close())

/** The link of a mail whose first attempt failed under one secret, and whose second attempt ran with `settings`. */
async function linkAfter(
  settings: Record<string, string>,
): Promise<{ first: string; second: string; status: number }> {
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' }
  const old = await startTestApp({ ...mail, SECRET: before })
  const first = await linkOf(old, 'ana@example.com', due)
  isBusy = true
  const waiting = await linkOf(old, 'bia@example.com', due)
  expect(waiting).toBe('')
  isBusy = false
  const changed = await startTestApp({ ...mail, ...settings }, old.target)
  changed.setNow(due + 60_000)
  await changed.runDue()
  const second = lastLink('bia@example.com')
  const { status } = await changed.send('GET', new URL(second).pathname)
  expect((await changed.send('GET', new URL(first).pathname)).status).toBe(200)
  await changed.close()
  await old.close()
  return { first, second, status }
}

async function linkOf(service: TestApp, email: string, now: number): Promise<string> {
  const { headers } = await aStore(service.database)
  service.setNow(delivered)
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
  expect((await service.send('POST', '/orders', { headers, body })).status).toBe(201)
  service.setNow(now)
  await service.runDue()
  return lastLink(email)
}

function lastLink(email: string): string {
  const mail = server.received.findLast(({ to }) => to.includes(email))
  return mail?.header('List-Unsubscribe')?.slice(1, -1) ?? ''
}

test.each([
  ['with the one before still known', { SECRET: after, SECRET_PREVIOUS: before }],
  ['without the one before', { SECRET: after }],
])('links sent before a change of the secret still open, and so does a mail sent again: %s', async (_how, settings) => {
  server.received.splice(0)
  const { first, second, status } = await linkAfter(settings)
  expect(status).toBe(200)
  expect(second).not.toBe(first)
})
