import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { type TestApp, testSecret } from '../../../test/app.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import { delivered, due, hour, minute, runAt, stateOf } from '../../../test/mail/due-requests.ts'
import type { MailServer } from '../../../test/mail/mail-server.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { good } from '../../../test/review-forms.ts'
import { askBuyers, type Buyer, review } from '../../../test/rewards.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { gatherMailings } from '../../dispatch/due.ts'

// Reports about mails that are not "sent" any more: what became of them since then stays.

const token = 'the token of the mail server'

let server: MailServer
let service: TestApp
let owner: Member
let number = 0
beforeAll(async () => {
  ;[service, server] = await startMailingApp({ BOUNCE_TOKEN: token })
})
beforeEach(async () => {
  service.setNow(delivered)
  owner = await aStore(service.database, { locale: 'en', moderation: 'check' })
})
afterAll(() => service.close())

async function asked(): Promise<Buyer & { messageId: string }> {
  const [buyer] = await askBuyers(service, server, owner, [`late.${++number}@example.com`])
  if (!buyer) throw new Error('nobody')
  return {
    ...buyer,
    messageId: server.received.findLast(({ to }) => to.includes(buyer.email))?.header('Message-ID') ?? '',
  }
}

const report = async (body: object) =>
  (
    await service.send('POST', '/mail/bounces', {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    })
  ).body

const mailsTo = (email: string) => server.received.filter(({ to }) => to.includes(email)).length

test('a delay that is reported after the failure does not end the retries', async () => {
  const { email, orderId, messageId } = await asked()
  await report({ status: '4.4.7', message_id: messageId })
  expect(await stateOf(service, owner, orderId)).toMatchObject({ request: 'scheduled', mail: 'queued' })
  expect(await report({ kind: 'delay', status: '4.4.1', message_id: messageId })).toEqual({
    matched: 1,
    suppressed: 0,
  })
  await runAt(service, due + 4 * hour + minute)
  expect(mailsTo(email)).toBe(2)
  expect(await stateOf(service, owner, orderId)).toMatchObject({ request: 'sent', mail: 'sent' })
})

test.each([
  '5.1.1',
  '5.2.2',
])('a buyer who has written a review is not asked again when the mail is reported as failed with %s', async status => {
  const buyer = await asked()
  expect(await review(buyer, good)).toBe(303)
  await report({ status, message_id: buyer.messageId })
  expect(await stateOf(service, owner, buyer.orderId)).toMatchObject({ request: 'reviewed' })
  await runAt(service, due + 4 * hour + minute)
  expect(mailsTo(buyer.email)).toBe(1)
})

test('a report that names the recipient alone is about the newest mail that was sent, not about one that waits', async () => {
  const { email, orderId } = await asked()
  service.setNow(delivered)
  const body = anOrder({ delivery_date: tomorrow(delivered), customers: [aCustomer({ email })] })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  const clock = () => Date.parse(tomorrow(due))
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  await gatherMailings({ database: service.database, clock, secrets }, owner.storeId)
  expect(await stateOf(service, owner, body.order_id)).toMatchObject({ mail: 'queued' })
  expect(await report({ status: '4.4.7', recipient: email })).toEqual({ matched: 1, suppressed: 0 })
  expect(await stateOf(service, owner, orderId)).toMatchObject({ request: 'scheduled', mail: 'queued' })
})

const tomorrow = (time: string | number) => new Date(new Date(time).getTime() + 24 * hour).toISOString()
