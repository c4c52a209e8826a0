import { expect, test } from 'vitest'
import { BouncedMails } from '../../../test/mail/bounced-mails.ts'
import { readOrder } from '../../orders/orders.ts'

const bounces = new BouncedMails()

/** Reports the mail of a new order as Dovecot 2.3.19 does. Returns the states of the request and the mail, and the answer. */
async function rejected(words: string, type: string, fields: string, automatic = 'auto-replied (rejected)') {
  const { orderId, messageId } = await bounces.mailed()
  const { service, owner, email } = bounces
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
  const answer = await bounces.report({ report })
  const [request] = (await readOrder(service.database, owner.storeId, orderId)).requests
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
