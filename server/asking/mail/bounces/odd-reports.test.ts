import { describe, expect, test } from 'vitest'
import { growthOf, growthOfOneReading } from '../../../test/growth.ts'
import { isHardAnswer } from '../delivering/no-mailbox.ts'
import { readReports } from './report.ts'

const ours = '<0198bbbb-0000-7000-8000-000000000002.0198aaaa-0000-7000-8000-000000000001@shop.example>'
const copy = `From: reviews@shop.example\r\nMessage-ID: ${ours}\r\nSubject: What did you think?\r\n\r\nHello\r\n`

type Leaf = [type: string, body: string, encoding?: 'base64' | undefined]

let mails = 0

function mail(headers: string, leaves: Leaf[]): string {
  const boundary = `b${++mails}`
  const parts = leaves.map(([type, body, encoding]) => {
    const coded = encoding ? Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n') : body
    return `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding ?? '8bit'}\r\n\r\n${coded}\r\n`
  })
  return `${headers}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; boundary=${boundary}\r\n\r\n${parts.join('')}--${boundary}--\r\n`
}

const daemon = 'From: Mail Delivery System <MAILER-DAEMON@relay.example>'

function delivery(prose: string, ...groups: string[]): string {
  return mail(daemon, [
    ['text/plain; charset=utf-8', prose],
    ['message/delivery-status', ['Reporting-MTA: dns; relay.example', ...groups].join('\r\n\r\n')],
    ['message/rfc822', copy],
  ])
}

const group = (status: string, code: string, more = 'Action: failed') =>
  `Final-Recipient: rfc822; ana@example.com\r\n${more}\r\nStatus: ${status}${code && `\r\nDiagnostic-Code: ${code}`}`

/** What is found: for a bounce, whether the address has no mailbox. */
function found(raw: string) {
  return readReports(raw).flatMap(({ reports, text }) =>
    reports.map(report => ({
      kind: report.kind,
      isGone: report.kind === 'bounce' && isHardAnswer(report.status, report.answer, report),
      isOurs: text.includes(ours),
      answer: report.answer,
    })),
  )
}

const refused = '5.0.0'
const spam = 'smtp; 550 Your mail was not accepted'

describe('a report of a refusal', () => {
  // Each server's own words. A plain 550 counts for a recipient, and not for a mail or its sender.
  test.each([
    ['Postfix', 'mx.example[192.0.2.1] said: 550 no (in reply to\r\n    RCPT TO command)', true],
    ['Postfix', 'mx.example[192.0.2.1] said: 550 no (in reply to end\r\n    of DATA command)', false],
    ['Postfix', 'mx.example[192.0.2.1] said: 550 no (in reply to MAIL FROM command)', false],
    ['Postfix', 'host mx.example[192.0.2.1] refused to talk to me: 550 no', false],
    ['Exim', '  SMTP error from remote mail server after RCPT TO:<ana@example.com>:\r\n    550 no', true],
    ['Exim', '  SMTP error from remote mail server after pipelined end of data:\r\n    550 no', false],
    ['Exim', '  SMTP error from remote mail server after initial connection:\r\n    550 no', false],
    [
      'Exim',
      '  SMTP error from remote mail server after pipelined MAIL FROM:<x@y.example>:\r\n 550 no',
      false,
    ],
    ['sendmail', '... while talking to mx.example.:\r\n>>> RCPT To:<ana@example.com>\r\n<<< 550 no', true],
    ['sendmail', '... while talking to mx.example.:\r\n>>> DATA\r\n<<< 550 no', false],
    ['sendmail', '... while talking to mx.example.:\r\n<<< 550 no\r\n554 5.0.0 Service unavailable', false],
    ['OpenSMTPD', 'ana@example.com: 550 Your mail was not accepted', true], // It does not say what.
  ])('of %s knows what was refused: %s', (_server, prose, isGone) => {
    expect(found(delivery(prose, group(refused, spam)))).toEqual([
      { kind: 'bounce', isGone, isOurs: true, answer: '550 Your mail was not accepted' },
    ])
  })

  test.each([
    ['Exim', 'ana@example.com\r\n    Unrouteable address', 'Unrouteable address'],
    ['OpenSMTPD', 'ana@example.com: Envelope expired', 'Envelope expired'],
    ['nobody', 'Sorry.', '5.0.0'],
  ])('of %s without a Diagnostic-Code has its words: %s', (_server, prose, answer) => {
    expect(found(delivery(prose, group(refused, '')))).toMatchObject([{ isGone: false, answer }])
  })

  test('has letters that Exim writes as octal numbers', () => {
    const code = 'smtp; 550 5.1.1 a caixa n\\303\\243o existe'
    expect(found(delivery('', group(refused, code)))).toMatchObject([
      { answer: '550 5.1.1 a caixa não existe' },
    ])
  })

  test('without a status is a refusal all the same', () => {
    const fields = 'Final-Recipient: rfc822; ana@example.com\r\nAction: Failed (see above)'
    const code = 'Diagnostic-Code: smtp; 550 5.1.1 no'
    expect(found(delivery('', `${fields}\r\n${code}`))).toMatchObject([{ kind: 'bounce', isGone: true }])
  })

  test('is read in parts of other character sets', () => {
    const report = mail(daemon, [
      ['message/global-delivery-status; charset=iso-8859-1', `x: y\r\n\r\n${group('5.1.1', '')}`],
      ['message/rfc822', copy, 'base64'],
    ])
    expect(found(report)).toMatchObject([{ kind: 'bounce', isGone: true, isOurs: true }])
  })
})

describe('no refusal is', () => {
  test.each(['delivered (to mailbox)', 'relayed', 'expanded'])('a report of success: %s', action => {
    expect(readReports(delivery('', group('2.1.5', 'smtp; 250 ok', `Action: ${action}`)))).toEqual([])
  })

  test('a delay of Exchange, which has the status of an expired mail', () => {
    const until = 'Action: delayed\r\nWill-Retry-Until: Wed, 2 Dec 2026 09:08:47 -0400'
    expect(found(delivery('', group('4.4.7', 'smtp;400 4.4.7 Message delayed', until)))).toMatchObject([
      { kind: 'delay' },
    ])
  })

  test('a receipt, an absence or a request to prove who we are', () => {
    const receipt: Leaf = ['message/disposition-notification', 'Disposition: automatic-action; displayed']
    expect(readReports(mail('From: Ana <ana@example.com>', [['text/plain', 'Read.'], receipt]))).toEqual([])
    for (const words of [
      'Ich bin bis 5.1.27 im Urlaub.',
      '550 people wrote to me.',
      'Clique para confirmar (#5.1.1)',
    ]) {
      const away = `From: Ana <ana@example.com>\r\nIn-Reply-To: ${ours}\r\nAuto-Submitted: auto-replied\r\n\r\n${words}`
      expect(readReports(away)).toEqual([])
    }
  })
})

describe('a report inside another mail', () => {
  const inner = delivery('', group('5.1.1', 'smtp; 550 5.1.1 no such user'))

  test.each([undefined, 'base64'] as const)('is read, when a person forwards it: %s', encoding => {
    const forwarded = mail('From: Jo <jo@shop.example>', [
      ['text/plain', 'See below.'],
      ['message/rfc822', inner, encoding],
    ])
    expect(found(forwarded)).toMatchObject([{ kind: 'bounce', isGone: true, isOurs: true }])
  })

  test('counts, and not that about our own mailbox', () => {
    const own = 'Final-Recipient: rfc822; reviews@shop.example\r\nAction: failed\r\nStatus: 5.1.1'
    const soft = delivery('', group('4.2.2', 'smtp; 452 4.2.2 full'))
    const twice = mail(daemon, [
      ['message/delivery-status', `Reporting-MTA: dns; x\r\n\r\n${own}`],
      ['message/rfc822', soft],
    ])
    expect(found(twice)).toMatchObject([{ kind: 'bounce', isGone: false, answer: '452 4.2.2 full' }])
  })
})

describe.each([
  ['message/delivery-status', 'text/rfc822-headers'],
  ['message/global-delivery-status', 'message/global-headers'],
  ['message/global-delivery-status', 'message/global; charset=utf-8'],
])('a report of the type %s with %s', (status, copied) => {
  test.each([
    ['a colleague’s forward', '<team.1@shop.example>', false],
    ['our mail', ours, true],
  ])('about %s that names our Message-ID', (_what, id, isOurs) => {
    const returned = `Message-ID: ${id}\r\nReferences: <other@shop.example>\r\n ${ours}\r\n\r\nSee below.`
    const report = mail(daemon, [
      [status, `x: y\r\n\r\n${group('5.1.1', '')}`],
      [copied, returned],
    ])
    expect(found(report)).toMatchObject([{ isGone: true, isOurs }])
  })
})

describe('a bounce in prose', () => {
  const plain = (prose: string, from = 'MAILER-DAEMON <>') => `From: ${from}\r\n\r\n${prose}\r\n\r\n${copy}`

  test.each([
    ['dma', 'x [192.0.2.1] did not like our RCPT TO:\n550 no\n\nOriginal message follows.', true, '550 no'],
    ['dma', 'x [192.0.2.1] did not like our final DATA:\n550 no\n\nMessage headers follow.', false, '550 no'],
    [
      'qmail',
      '<ana@example.com>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 no\nGiving up.\n\n--- Below this line is a copy of the message.',
      true,
      '550 no',
    ],
    [
      'qmail',
      '<ana@example.com>:\n192.0.2.1 failed after I sent the message.\nRemote host said: 550 no',
      false,
      '550 no',
    ],
    [
      'vpopmail',
      '<ana@example.com>:\nSorry, no mailbox here by that name. vpopmail (#5.1.1)',
      true,
      'Sorry, no mailbox here by that name. vpopmail (#5.1.1)',
    ],
    [
      'Zoho',
      'This is a permanent error. \n\nana@example.com, ERROR CODE :550 - 5.1.1 no such user',
      true,
      '550 5.1.1 no such user',
    ],
  ])('of %s is read: %s', (_server, prose, isGone, answer) => {
    expect(found(plain(prose))).toEqual([{ kind: 'bounce', isGone, isOurs: true, answer }])
  })

  test('is of a mail server, and says why', () => {
    expect(readReports(plain('Remote host said: 550 no', 'Ana <ana@example.com>'))).toEqual([])
    expect(readReports(plain('Your mail arrived.'))).toEqual([])
  })
})

test('of a report with thousands of recipients, a hundred count, and only these are looked for in the text', async () => {
  const read = (size: number) => {
    const groups = Array.from({ length: size }, () => 'Action: failed')
    expect(found(delivery('Nobody is named here.\n'.repeat(size / 50), ...groups))).toHaveLength(100)
  }
  expect(await growthOf(read, 5_000)).toBeLessThan(growthOfOneReading)
})

test('of a mail with many reports, a hundred recipients count', () => {
  const attached = Array.from({ length: 60 }, (): Leaf => {
    const groups = Array(2).fill(group('5.1.1', 'smtp; 550 5.1.1 no such user'))
    return ['message/rfc822', delivery('', ...groups)]
  })
  expect(found(mail('From: Jo <jo@shop.example>', attached))).toHaveLength(100)
})

describe('a complaint', () => {
  const loop = (type: string) =>
    mail('From: feedback@mail.example', [
      ['text/plain', 'This is an abuse report.'],
      [
        'message/feedback-report',
        `${type}\r\nUser-Agent: Loop/1\r\nVersion: 1\r\nOriginal-Rcpt-To: <ana@example.com>`,
      ],
      ['message/rfc822', copy],
    ])

  test.each(['abuse', 'fraud', 'other', 'opt-out'])('has the type %s', type => {
    expect(found(loop(`Feedback-Type: ${type}`))).toMatchObject([{ kind: 'complaint', isOurs: true }])
  })

  test.each(['not-spam', 'auth-failure', 'dmarc'])('has not the type %s', type => {
    expect(readReports(loop(`Feedback-Type: ${type}`))).toEqual([])
  })

  test('of Microsoft is the mail alone, with the recipient in a header', () => {
    const returned = `X-HmXmrOriginalRecipient: <ana@example.com>\r\n${copy}`
    const [report] = readReports(mail('From: staff@mail.example', [['message/rfc822', returned]]))
    expect(report?.reports).toMatchObject([{ kind: 'complaint', recipient: 'ana@example.com' }])
    expect(report?.text).toContain(ours)
  })
})

/** A part with this in it, in as many multiparts. */
const within = (levels: number, inner: string): string =>
  levels === 0
    ? inner
    : within(
        levels - 1,
        `Content-Type: multipart/mixed; boundary=n${levels}x\r\n\r\n--n${levels}x\r\n${inner}\r\n--n${levels}x--\r\n`,
      )

/** A mail that forwards one that forwards one … */
const forwarded = (times: number, inner: string): string =>
  times === 0 ? inner : forwarded(times - 1, mail('From: Jo <jo@shop.example>', [['message/rfc822', inner]]))

const noUser = 'Remote host said: 550 5.1.1 no such user'
const gone = () => delivery('', group('5.1.1', 'smtp; 550 5.1.1 no such user'))

test.each([
  ['parts in eight levels', () => within(7, gone()), 1],
  ['not parts below them', () => within(8, gone()), 0],
  ['a mail that was forwarded three times', () => forwarded(3, gone()), 1],
  ['not one that was forwarded again', () => forwarded(4, gone()), 0],
  ['20,000 characters of prose', () => mail(daemon, [['text/plain', 'x'.repeat(19_950) + noUser]]), 1],
  ['not what follows them', () => mail(daemon, [['text/plain', 'x'.repeat(19_990) + noUser]]), 0],
])('of a mail that anybody can write, this is read: %s', (_what, raw, reports) => {
  expect(found(raw())).toHaveLength(reports)
})
