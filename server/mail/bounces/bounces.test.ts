import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readOrder } from '../../orders/orders.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { aStore, type Member } from '../../test/users.ts'

const token = 'the token of the mail server'
const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

let server: MailServer
let service: TestApp
let owner: Member
let email: string
let number = 0
beforeAll(async () => {
  server = await startMailServer()
  service = await startTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'reviews@shop.example',
    BOUNCE_TOKEN: token,
  })
})
beforeEach(async () => {
  owner = await aStore(service.database)
  email = `buyer.${++number}@example.com`
})
afterAll(async () => {
  await service.close()
  await server.close()
})

/** Sends the mail of a new order. Returns its id and the Message-ID. */
async function mailed(): Promise<{ orderId: string; messageId: string }> {
  service.setNow(delivered)
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  service.setNow(due)
  await service.runDue()
  const mail = server.received.findLast(({ to }) => to.includes(email))
  return { orderId: body.order_id, messageId: mail?.header('Message-ID') as string }
}

const report = (body: unknown, bearer = token) =>
  service.send('POST', '/mail/bounces', {
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body,
  })

async function stateOf(orderId: string) {
  const [request] = (await readOrder(service.database, owner.storeId, orderId)).requests
  const [row] = await service.database.query<{ reason: string }>(
    sql`select reason from suppressions where store_id = ${owner.storeId} and who = ${email}`,
  )
  return [request?.state, request?.mail?.state, row?.reason]
}

function notification(
  messageId: string,
  fields: string,
  encoding: '7bit' | 'base64' | 'quoted-printable' = '7bit',
): string {
  const status = `Reporting-MTA: dns; mx.example\r\n\r\n${fields}\r\n`
  const bytes = Buffer.from(status)
  const quoted = () =>
    [...bytes]
      .map(byte => (byte < 128 && byte !== 61 ? String.fromCharCode(byte) : `=${byte.toString(16)}`))
      .join('')
  const bodies = { '7bit': status, base64: bytes.toString('base64'), 'quoted-printable': quoted() }
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="=_b"',
    '',
    '--=_b',
    'Content-Type: text/plain',
    '',
    'Your mail was not delivered.',
    '--=_b',
    'Content-Type: message/delivery-status',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    bodies[encoding],
    '--=_b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '--=_b--',
    '',
  ].join('\r\n')
}

const recipient = () => `Final-Recipient: rfc822; ${email}`

describe('a report of a mail server', () => {
  test.each([
    ['5.1.1', 'failed', ['failed', 'failed', 'bounced'], 1],
    ['5.1.10', 'failed', ['failed', 'failed', 'bounced'], 1],
    ['5.2.1', 'failed', ['failed', 'failed', 'bounced'], 1],
    ['5.2.2', 'failed', ['scheduled', 'queued', undefined], 0],
    ['5.7.1', 'failed', ['scheduled', 'queued', undefined], 0],
    ['4.4.7', 'failed', ['scheduled', 'queued', undefined], 0],
    ['4.4.1', 'delayed', ['sent', 'sent', undefined], 0],
  ])('with status %s and action %s', async (status, action, expected, suppressed) => {
    const { orderId, messageId } = await mailed()
    const fields = `${recipient()}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 no`
    const answer = await report({ report: notification(messageId, fields) })
    expect(answer.body).toEqual({ matched: 1, suppressed })
    expect(await stateOf(orderId)).toEqual(expected)
  })

  test('of a temporary failure leads to a later retry', async () => {
    const { orderId, messageId } = await mailed()
    const sent = server.received.length
    await report({ report: notification(messageId, `${recipient()}\r\nAction: failed\r\nStatus: 5.2.2`) })
    service.setNow(Date.parse(due) + 4 * 60 * 60 * 1000)
    await service.runDue()
    expect(
      server.received
        .slice(sent)
        .filter(({ to }) => to.includes(email))
        .map(mail => [mail.to, mail.header('Message-ID')]),
    ).toEqual([[[email], messageId]])
    expect(await stateOf(orderId)).toEqual(['sent', 'sent', undefined])
  })

  test('is read when it is encoded, and when only the recipient is known', async () => {
    const { orderId } = await mailed()
    const fields = `Original-Recipient: rfc822;<${email.toUpperCase()}>\r\nAction: failed\r\nStatus: 5.1.1`
    const answer = await report({ report: notification('<other@mx.example>', fields, 'base64') })
    expect(answer.body).toEqual({ matched: 1, suppressed: 1 })
    expect(await stateOf(orderId)).toEqual(['failed', 'failed', 'bounced'])
  })

  test('is read as UTF-8 when it is quoted-printable', async () => {
    const { messageId } = await mailed()
    const fields = 'Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 caixa não existe = fim'
    await report({ report: notification(messageId, fields, 'quoted-printable') })
    const [row] = await service.database.query<{ last_answer: string }>(sql`
      select last_answer from mailings where store_id = ${owner.storeId} and email = ${email}`)
    expect(row?.last_answer).toContain('550 caixa não existe = fim')
  })

  test('is accepted as a webhook event of a provider', async () => {
    const { orderId, messageId } = await mailed()
    const answer = await report({ kind: 'complaint', message_id: messageId })
    expect(answer.body).toEqual({ matched: 1, suppressed: 1 })
    expect(await stateOf(orderId)).toEqual(['sent', 'sent', 'complained'])
  })

  test.each([
    { report: 'hello' },
    { report: '' },
    { status: '5.1.1', recipient: 'stranger@example.com' },
    { status: '5.1.1', recipient: 'a@b.co, c@d.co' },
    { status: '5.1.1', message_id: `<${'0'.repeat(8)}-0000-7000-8000-000000000000.x@shop.example>` },
  ])('about somebody else’s mail changes nothing: %j', async body => {
    const { orderId } = await mailed()
    expect((await report(body)).body).toEqual({ matched: 0, suppressed: 0 })
    expect(await stateOf(orderId)).toEqual(['sent', 'sent', undefined])
  })

  test('is refused without the token', async () => {
    const { orderId } = await mailed()
    const body = { status: '5.1.1', recipient: email }
    for (const bearer of ['', 'another', token.slice(1)]) expectError(await report(body, bearer), 404, 804040)
    expectError(await service.send('POST', '/mail/bounces', { headers: owner.headers, body }), 404, 804040)
    expect(await stateOf(orderId)).toEqual(['sent', 'sent', undefined])
  })
})
