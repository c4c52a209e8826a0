import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import type { MailServer } from '../../../test/mail/mail-server.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { readOrder } from '../../orders/orders.ts'

const token = 'the token of the mail server'
const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

let server: MailServer
let service: TestApp
let owner: Member
let email: string
let number = 0
beforeAll(async () => {
  ;[service, server] = await startMailingApp({ BOUNCE_TOKEN: token })
})
beforeEach(async () => {
  owner = await aStore(service.database)
  email = `buyer.${++number}@example.com`
})
afterAll(() => service.close())

/** Reports the mail of a new order as Dovecot 2.3.19 does. Returns the states of the request and the mail, and the answer. */
async function rejected(words: string, type: string, fields: string, automatic = 'auto-replied (rejected)') {
  service.setNow(delivered)
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  service.setNow(due)
  await service.runDue()
  const messageId = server.received.findLast(({ to }) => to.includes(email))?.header('Message-ID')
  const report = [
    'From: Postmaster <postmaster@mx.example>',
    `Content-Type: multipart/report; report-type=${type};`,
    '\tboundary="9762/mx.example"',
    'Subject: Rejected: Your order',
    `Auto-Submitted: ${automatic}`,
    '',
    '--9762/mx.example',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    `Your message to <${email}> was automatically rejected:`,
    words,
    '--9762/mx.example',
    `Content-Type: message/${type}`,
    '',
    `Final-Recipient: rfc822; ${email}`,
    fields,
    '',
    '--9762/mx.example',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${messageId}`,
    '',
    '--9762/mx.example--',
  ].join('\r\n')
  const answer = await service.send('POST', '/mail/bounces', {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: { report },
  })
  const [request] = (await readOrder(service.database, owner.storeId, body.order_id)).requests
  return [answer.body, request?.state, request?.mail?.state, request?.mail?.last_answer]
}

const deleted = 'Disposition: automatic-action/MDN-sent-automatically; deleted'

test('a mail that the buyer’s Sieve script rejects failed, though Dovecot reports it as a receipt', async () => {
  expect(await rejected('Please write no more.', 'disposition-notification', deleted)).toEqual([
    { matched: 1, suppressed: 0 },
    'failed',
    'failed',
    'refused: Please write no more.',
  ])
})

test.each([
  ['a mail program', deleted, 'auto-replied'],
  ['a mail that was displayed', deleted.replace('deleted', 'displayed'), 'auto-replied (rejected)'],
])('a receipt of %s changes nothing', async (_what, fields, automatic) => {
  expect(await rejected('Read.', 'disposition-notification', fields, automatic)).toEqual([
    { matched: 0, suppressed: 0 },
    'sent',
    'sent',
    '250 OK: message queued',
  ])
})

test('a full mailbox is a bounce that is retried, with the reason from the text', async () => {
  const fields = 'Action: failed\r\nStatus: 5.2.2'
  expect(await rejected('Quota exceeded (mailbox for user is full)', 'delivery-status', fields)).toEqual([
    { matched: 1, suppressed: 0 },
    'scheduled',
    'queued',
    'bounced: Quota exceeded (mailbox for user is full)',
  ])
})
