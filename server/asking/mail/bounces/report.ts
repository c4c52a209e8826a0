import { readMessageId } from '../delivering/message.ts'
import type { Refused } from '../delivering/no-mailbox.ts'
import { type Part, partsOf, readHeaders } from './mime-parts.ts'
import { answerInProse, readProse, refusedIn } from './prose.ts'

/** A mail server's report about one of our mails. */
export type Report = {
  /** `refusal`: the buyer's own filter rejected the mail. */
  kind: 'bounce' | 'refusal' | 'delay' | 'complaint'
  /** An enhanced status (RFC 3463) such as 5.1.1; empty for a refusal and a complaint. */
  status: string
  /** The other server's answer; else the status, or `rejected` for a refusal. */
  answer: string
  /** What the other server refused; undefined if the report does not say. */
  refused?: Refused | undefined
  /** The recipient; undefined if the report does not name one. */
  recipient: string | undefined
}

/**
 * The reports about one of our mails. `text` is all of their text, decoded: our Message-ID may be anywhere in it. It is empty
 * for a report about an answer to our mail.
 */
export type Notification = { reports: Report[]; text: string }

/**
 * Reads a mail as stored in a mailbox: a delivery status notification (RFC 3464, also the internationalised one of RFC
 * 6533), the refusal of a Sieve script (RFC 5429), an abuse report (RFC 5965, or Microsoft's without its part), a bounce
 * that is prose alone, as qmail and dma write it, or a mail with some of these attached. Empty when it is none of them.
 */
export function readReports(raw: string): Notification[] {
  return notificationsIn(raw, 0, { recipients: mostRecipients })
}

// Our mails have one recipient, which an alias may make several. Each is looked for in the text and in all stores, and
// anybody can write a report: one with 11,000 recipients took half a minute.
const mostRecipients = 100

/** What a mail and the mails in it may still name. */
type Remaining = { recipients: number }

function notificationsIn(raw: string, depth: number, remaining: Remaining): Notification[] {
  const { headers, parts } = partsOf(raw)
  const attached = depth < deepest ? parts.filter(({ type }) => isMail.test(type)) : []
  // Also of a report about a report: what is said about our mail is in the inner one.
  const inner = attached.flatMap(({ body }) => notificationsIn(body, depth + 1, remaining))
  if (inner.length > 0) return inner
  const found =
    reportsIn(parts, remaining.recipients) ?? readRefusal(headers, parts) ?? readProse(headers, parts)
  const reports = found.slice(0, remaining.recipients)
  remaining.recipients -= reports.length
  const text = isAboutAnswer(parts) ? '' : [raw, ...parts.map(({ body }) => body)].join('\n')
  return reports.length > 0 ? [{ reports, text }] : []
}

const deepest = 3

// RFC 6533 calls its report of a delivery message/global-delivery-status.
const isMail = /^message\/(?:global|rfc822)(?![\w-])/
const isCopy = /^(?:message\/(?:global|global-headers|rfc822)|text\/rfc822-headers)(?![\w-])/

// A team that answers or forwards our mail from the same mailbox names its Message-ID, too, and another recipient.
function isAboutAnswer(parts: Part[]): boolean {
  const returned = parts.find(({ type }) => isCopy.test(type))
  if (!returned) return false
  const fields = headersOf(returned)
  const related = `${fields.get('in-reply-to')} ${fields.get('references')}`
  return readMessageId(related) !== undefined && readMessageId(fields.get('message-id') ?? '') === undefined
}

function headersOf({ body }: Part): Map<string, string> {
  return readHeaders(body.split(/\r?\n\r?\n/, 1)[0] ?? '')
}

function reportsIn(parts: Part[], most: number): Report[] | undefined {
  const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status\b/.test(type))
  if (status) {
    const prose = parts.find(({ type }) => type.startsWith('text/plain'))?.body ?? ''
    const reports: Report[] = []
    for (const group of status.body.split(/\r?\n[ \t]*\r?\n/))
      if (reports.length < most) reports.push(...readRecipient(group, prose))
    return reports
  }
  const abuse = parts.find(({ type }) => type.startsWith('message/feedback-report'))
  if (abuse) return readComplaint(readHeaders(abuse.body))
  // Microsoft's loop attaches the mail alone, and names the recipient in a header of its own.
  const returned = parts.find(({ type }) => type.startsWith('message/rfc822'))
  const recipient = returned && addressIn(headersOf(returned).get('x-hmxmroriginalrecipient'))
  return recipient === undefined ? undefined : [complaint(recipient)]
}

// Of the types of RFC 5965 and its extensions, "not-spam" takes a complaint back, and "auth-failure" (RFC 6591) is about
// signatures: nobody complains in them.
function readComplaint(fields: Map<string, string>): Report[] {
  const type = fields.get('feedback-type')?.trim().toLowerCase() ?? 'abuse'
  if (!['abuse', 'fraud', 'virus', 'other', 'opt-out', 'opt-out-list'].includes(type)) return []
  return [complaint(addressIn(fields.get('original-rcpt-to')))]
}

function complaint(recipient: string | undefined): Report {
  return { kind: 'complaint', status: '', answer: 'marked as unwanted', recipient }
}

// Dovecot 2.3.19 reports Sieve's "reject" as a receipt with the disposition "deleted". A mail program's receipt may have it
// too, but not `Auto-Submitted: auto-replied (rejected)`.
function readRefusal(headers: Map<string, string>, parts: Part[]): Report[] | undefined {
  if (!/^\s*auto-replied\s*\(rejected\)/i.test(headers.get('auto-submitted') ?? '')) return undefined
  const receipt = parts.find(({ type }) => /^message\/(?:global-)?disposition-notification\b/.test(type))
  if (!receipt) return undefined
  const fields = readHeaders(receipt.body)
  if (!/;\s*deleted\b/i.test(fields.get('disposition') ?? '')) return undefined
  const prose = parts.find(({ type }) => type.startsWith('text/plain'))?.body ?? ''
  const recipients = recipientsIn(fields)
  const answer = answerInProse(prose, recipients) ?? 'rejected'
  return [{ kind: 'refusal', status: '', answer, recipient: recipients[0] }]
}

// A group of fields about the message comes first, then one group per recipient.
function readRecipient(group: string, prose: string): Report[] {
  const fields = readHeaders(group)
  const [action] = /[a-z]+/.exec(fields.get('action')?.toLowerCase() ?? '') ?? []
  const [status = '5.0.0'] = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? []
  if (action !== 'failed' && action !== 'delayed') return []
  const recipients = recipientsIn(fields)
  const diagnostic = answerIn(fields.get('diagnostic-code'))
  const answer = diagnostic || answerInProse(prose, recipients) || status
  // OpenSMTPD reports a mail that it gives up as delayed, with the status of RFC 3463 for an expired one. Exchange has
  // the same status in its delays, but also an answer and the time until which it tries.
  const isGivenUp = /^[45]\.4\.7$/.test(status) && !diagnostic && !fields.has('will-retry-until')
  const kind = action === 'failed' || isGivenUp ? 'bounce' : 'delay'
  return [{ kind, status, answer, refused: refusedIn(prose), recipient: recipients[0] }]
}

// As the mail was addressed, and after forwarding.
function recipientsIn(fields: Map<string, string>): string[] {
  const named = [fields.get('original-recipient'), fields.get('final-recipient')]
  return named.flatMap(field => addressIn(field) ?? [])
}

// `smtp; 550 5.1.1 no such user`. Postfix also writes ` X-Postfix; unknown user`, Courier ` unknown; …`.
function answerIn(diagnosticCode: string | undefined): string | undefined {
  const answer = diagnosticCode?.replace(/^\s*[\w-]+\s*;/, '').trim()
  return answer && withOctals(answer)
}

// Exim writes é as \303\251.
function withOctals(answer: string): string {
  return answer.replace(/(?:\\[2-3][0-7]{2})+/g, bytes =>
    Buffer.from([...bytes.matchAll(/\d{3}/g)].map(([digits]) => Number.parseInt(digits, 8))).toString('utf8'),
  )
}

// `rfc822; ana@example.com`, with or without angle brackets. RFC 6533 may write é as \x{E9} in a type utf-8.
function addressIn(field: string | undefined): string | undefined {
  const address = field?.replace(/^\s*[\w-]+\s*;/, '').replace(/[<>\s]/g, '')
  return address?.replace(/\\x\{([\dA-F]{2,6})\}/gi, (whole, hex) => characterOf(hex) ?? whole) || undefined
}

function characterOf(hex: string): string | undefined {
  const code = Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
