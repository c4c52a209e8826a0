import { describe, expect, test } from 'vitest'
import { expectError } from '../../../test/answers.ts'
import { BouncedMails, bounceToken, due } from '../../../test/mail/bounced-mails.ts'

const bounces = new BouncedMails()

function notification(
  messageId: string,
  fields: string,
  encoding: '7bit' | 'base64' | 'quoted-printable' = '7bit',
  { type = 'message/delivery-status', prose = 'Your mail was not delivered.' } = {},
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
    prose,
    '--=_b',
    `Content-Type: ${type}`,
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

const recipient = () => `Final-Recipient: rfc822; ${bounces.email}`

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
    const { orderId, messageId } = await bounces.mailed()
    const fields = `${recipient()}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 no`
    const answer = await bounces.report({ report: notification(messageId, fields) })
    expect(answer.body).toEqual({ matched: 1, suppressed })
    expect(await bounces.stateOf(orderId)).toEqual(expected)
  })

  test('finds an address that was sent in quotes', async () => {
    bounces.email = `a.name.of.more.than.thirty.characters.${bounces.number}.@docomo.ne.jp`
    const { orderId } = await bounces.mailed()
    const fields = `Final-Recipient: rfc822; "${bounces.email.replace('@', '"@')}\r\nAction: failed\r\nStatus: 5.1.1`
    const answer = await bounces.report({ report: notification('<x@mx.example>', fields) })
    expect(answer.body).toEqual({ matched: 1, suppressed: 1 })
    expect(await bounces.stateOf(orderId)).toEqual(gone)
  })

  const gone = ['failed', 'failed', 'bounced']
  const again = ['scheduled', 'queued', undefined]
  // What six mail servers write for a refusal of the next one.
  test.each([
    ['Exim', '5.0.0', 'smtp; 550 5.1.1 no such user', gone],
    ['Courier', '5.0.0', 'smtp; 550 No such user here', gone],
    ['Postfix', '5.0.0', 'smtp; 553 sorry, no mailbox of that name', gone],
    ['Exim', '5.0.0', 'smtp; 452 4.2.2 mailbox full: retry timeout exceeded', again],
    ['Courier', '5.0.0', 'smtp; 421 too many connections', again],
    ['Exim', '5.0.0', 'smtp; 552 5.2.2 over quota', again],
    ['Exim', '5.0.0', 'smtp; 550 5.7.1 blocked by policy', again],
    ['Courier', '5.0.0', 'smtp; 550 host [5.1.1.7] is blocked, see 5.7.1', again],
    ['OpenSMTPD', '5.0.0', undefined, again],
    ['sendmail', '5.1.1', 'SMTP; ', gone],
  ])('of %s with status %s is read with its Diagnostic-Code: %s', async (_server, status, code, expected) => {
    const { orderId, messageId } = await bounces.mailed()
    const fields = [recipient(), 'Action: failed', `Status: ${status}`]
    if (code !== undefined) fields.push(`Diagnostic-Code: ${code}`)
    const answer = await bounces.report({ report: notification(messageId, fields.join('\r\n')) })
    expect(answer.body).toEqual({ matched: 1, suppressed: expected === gone ? 1 : 0 })
    expect(await bounces.stateOf(orderId)).toEqual(expected)
  })

  test('without a Diagnostic-Code has the answer in its text', async () => {
    const { orderId, messageId } = await bounces.mailed()
    const fields = `${recipient()}\r\nAction: failed\r\nStatus: 5.0.0`
    const prose = `Hi!\r\n\r\nother@example.com: 550 5.7.1 no\r\n${bounces.email}: 550 5.1.1 nobody here`
    await bounces.report({ report: notification(messageId, fields, '7bit', { prose }) })
    expect(await bounces.stateOf(orderId)).toEqual(gone)
    expect(await bounces.lastAnswer()).toBe('bounced: 550 5.1.1 nobody here')
  })

  test('of an alias is about the address that we wrote to', async () => {
    const { orderId, messageId } = await bounces.mailed()
    const archive = 'Final-Recipient: rfc822; archive@example.org\r\nAction: failed\r\nStatus: 5.1.1'
    const fields = `${archive}\r\n\r\n${recipient()}\r\nAction: failed\r\nStatus: 5.2.2`
    const answer = await bounces.report({ report: notification(messageId, fields) })
    expect(answer.body).toEqual({ matched: 1, suppressed: 0 })
    expect(await bounces.stateOf(orderId)).toEqual(again)
  })

  test('that gives a mail up as delayed and expired is a failure', async () => {
    const { orderId, messageId } = await bounces.mailed()
    const fields = `${recipient()}\r\nAction: delayed\r\nStatus: 4.4.7`
    await bounces.report({ report: notification(messageId, fields) })
    expect(await bounces.stateOf(orderId)).toEqual(again)
  })

  test.each([
    ['X-Postfix; unknown user: "ana"', 'bounced: unknown user: "ana"'],
    ['unknown; Host not found', 'bounced: Host not found'],
    ['x-unix; input/output error', 'bounced: input/output error'],
  ])('keeps the answer without its type: %s', async (code, answer) => {
    const { messageId } = await bounces.mailed()
    const fields = `${recipient()}\r\nAction: failed\r\nStatus: 5.3.0\r\nDiagnostic-Code: ${code}`
    await bounces.report({ report: notification(messageId, fields) })
    expect(await bounces.lastAnswer()).toBe(answer)
  })

  describe('in its international form', () => {
    const type = 'message/global-delivery-status'

    test.each(['rfc822; ', 'utf-8; '])('is read, with an address of the type %s', async kind => {
      const { orderId } = await bounces.mailed()
      const fields = `Final-Recipient: ${kind}${bounces.email}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 a caixa não existe`
      const answer = await bounces.report({
        report: notification('<x@mx.example>', fields, '7bit', { type }),
      })
      expect(answer.body).toEqual({ matched: 1, suppressed: 1 })
      expect(await bounces.stateOf(orderId)).toEqual(gone)
      expect(await bounces.lastAnswer()).toBe('bounced: 550 a caixa não existe')
    })

    test.each(['josé', 'jos\\x{E9}'])('finds the address of %s', async local => {
      bounces.email = `josé.${bounces.number}@example.com`
      const { orderId } = await bounces.mailed()
      const fields = `Final-Recipient: utf-8; ${local}.${bounces.number}@example.com\r\nAction: failed\r\nStatus: 5.1.1`
      await bounces.report({ report: notification('<x@mx.example>', fields, '7bit', { type }) })
      expect(await bounces.stateOf(orderId)).toEqual(gone)
    })

    test.each([
      ['5.1.3', 'smtp; 501 5.1.3 Recipient address syntax error'],
      ['5.0.0', 'smtp; 553 bad address'],
    ])('does not suppress an address that a server cannot read: %s', async (status, code) => {
      bounces.email = `zoë.${bounces.number}@example.com`
      const { orderId, messageId } = await bounces.mailed()
      const fields = `Final-Recipient: utf-8; ${bounces.email}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: ${code}`
      await bounces.report({ report: notification(messageId, fields, '7bit', { type }) })
      expect(await bounces.stateOf(orderId)).toEqual(again)
    })
  })

  test('of a temporary failure leads to a later retry', async () => {
    const { orderId, messageId } = await bounces.mailed()
    const sent = bounces.server.received.length
    await bounces.report({
      report: notification(messageId, `${recipient()}\r\nAction: failed\r\nStatus: 5.2.2`),
    })
    bounces.service.setNow(Date.parse(due) + 4 * 60 * 60 * 1000)
    await bounces.service.runDue()
    expect(
      bounces.server.received
        .slice(sent)
        .filter(({ to }) => to.includes(bounces.email))
        .map(mail => [mail.to, mail.header('Message-ID')]),
    ).toEqual([[[bounces.email], messageId]])
    expect(await bounces.stateOf(orderId)).toEqual(['sent', 'sent', undefined])
  })

  test('is read when it is encoded, and when only the recipient is known', async () => {
    const { orderId } = await bounces.mailed()
    const fields = `Original-Recipient: rfc822;<${bounces.email.toUpperCase()}>\r\nAction: failed\r\nStatus: 5.1.1`
    const answer = await bounces.report({ report: notification('<other@mx.example>', fields, 'base64') })
    expect(answer.body).toEqual({ matched: 1, suppressed: 1 })
    expect(await bounces.stateOf(orderId)).toEqual(['failed', 'failed', 'bounced'])
  })

  test('is read as UTF-8 when it is quoted-printable', async () => {
    const { messageId } = await bounces.mailed()
    const fields = 'Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 caixa não existe = fim'
    await bounces.report({ report: notification(messageId, fields, 'quoted-printable') })
    expect(await bounces.lastAnswer()).toContain('550 caixa não existe = fim')
  })

  test('is accepted as a webhook event of a provider', async () => {
    const { orderId, messageId } = await bounces.mailed()
    const answer = await bounces.report({ kind: 'complaint', message_id: messageId })
    expect(answer.body).toEqual({ matched: 1, suppressed: 1 })
    expect(await bounces.stateOf(orderId)).toEqual(['sent', 'sent', 'complained'])
  })

  test.each([
    { report: 'hello' },
    { report: '' },
    { status: '5.1.1', recipient: 'stranger@example.com' },
    { status: '5.1.1', recipient: 'a@b.co, c@d.co' },
    { status: '5.1.1', message_id: `<${'0'.repeat(8)}-0000-7000-8000-000000000000.x@shop.example>` },
  ])('about somebody else’s mail changes nothing: %j', async body => {
    const { orderId } = await bounces.mailed()
    expect((await bounces.report(body)).body).toEqual({ matched: 0, suppressed: 0 })
    expect(await bounces.stateOf(orderId)).toEqual(['sent', 'sent', undefined])
  })

  test('is refused without the token', async () => {
    const { orderId } = await bounces.mailed()
    const body = { status: '5.1.1', recipient: bounces.email }
    for (const bearer of ['', 'another', bounceToken.slice(1)])
      expectError(await bounces.report(body, bearer), 404, 804040)
    expectError(
      await bounces.service.send('POST', '/mail/bounces', { headers: bounces.owner.headers, body }),
      404,
      804040,
    )
    expect(await bounces.stateOf(orderId)).toEqual(['sent', 'sent', undefined])
  })
})
