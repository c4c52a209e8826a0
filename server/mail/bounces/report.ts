/** A mail server's report about one of our mails. */
export type Report = {
  kind: 'bounce' | 'delay' | 'complaint'
  /** An enhanced status (RFC 3463) such as 5.1.1; empty for a complaint. */
  status: string
  /** The other server's answer; the status if the report has none. */
  answer: string
  /** The recipient; undefined if the report does not name one. */
  recipient: string | undefined
}

/**
 * Reads a delivery status notification (RFC 3464, also the internationalised one of RFC 6533) or an abuse report (RFC
 * 5965) as stored in a mailbox. `reports` is empty when it is none of them. `text` is all of its text, decoded: our
 * Message-ID may be anywhere in it.
 */
export function readReport(raw: string): { reports: Report[]; text: string } {
  const parts = partsOf(raw, 0)
  const text = [raw, ...parts.map(({ body }) => body)].join('\n')
  const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status\b/.test(type))
  if (status) {
    const prose = parts.find(({ type }) => type.startsWith('text/plain'))?.body ?? ''
    return { reports: status.body.split(/\r?\n\r?\n/).flatMap(group => readRecipient(group, prose)), text }
  }
  const abuse = parts.find(({ type }) => type.startsWith('message/feedback-report'))
  if (!abuse) return { reports: [], text }
  const fields = readHeaders(abuse.body)
  const recipient = addressIn(fields.get('original-rcpt-to'))
  return { reports: [{ kind: 'complaint', status: '', answer: 'marked as unwanted', recipient }], text }
}

// A group of fields about the message comes first, then one group per recipient.
function readRecipient(group: string, prose: string): Report[] {
  const fields = readHeaders(group)
  const action = fields.get('action')?.trim().toLowerCase()
  const [status] = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? []
  if (!status || (action !== 'failed' && action !== 'delayed')) return []
  const recipients = [addressIn(fields.get('original-recipient')), addressIn(fields.get('final-recipient'))]
  const recipient = recipients.find(address => address !== undefined)
  const answer = answerIn(fields.get('diagnostic-code')) || answerInProse(prose, recipients) || status
  // OpenSMTPD reports a mail that it gives up as delayed, with the status of RFC 3463 for an expired one.
  const isOver = action === 'failed' || /^[45]\.4\.7$/.test(status)
  return [{ kind: isOver ? 'bounce' : 'delay', status, answer, recipient }]
}

// `smtp; 550 5.1.1 no such user`. Postfix also writes ` X-Postfix; unknown user`, Courier ` unknown; …`.
function answerIn(diagnosticCode: string | undefined): string | undefined {
  return diagnosticCode?.replace(/^\s*[\w-]+\s*;/, '').trim()
}

// OpenSMTPD gives no Diagnostic-Code. A line of its text has the answer: `ana@example.com: 550 5.1.1 no such user`.
function answerInProse(prose: string, recipients: (string | undefined)[]): string | undefined {
  for (const line of prose.split(/\r?\n/)) {
    const [, address, answer] =
      /^\s{0,8}<?([^\s<>:]{1,320})>?:\s+([45]\d\d[ -].*)$/.exec(line.trimEnd()) ?? []
    if (address && recipients.some(one => one?.toLowerCase() === address.toLowerCase())) return answer
  }
  return undefined
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

type Part = { type: string; body: string }

const deepest = 8

/** The leaves of a MIME message, decoded. */
function partsOf(raw: string, depth: number): Part[] {
  const end = /\r?\n\r?\n/.exec(raw)
  const headers = readHeaders(end ? raw.slice(0, end.index) : raw)
  const body = end ? raw.slice(end.index + end[0].length) : ''
  const type = (headers.get('content-type') ?? 'text/plain').trim().toLowerCase()
  const boundary = /boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(headers.get('content-type') ?? '')
  const line = boundary?.[1] ?? boundary?.[2]
  if (!type.startsWith('multipart/') || !line || depth === deepest)
    return [{ type, body: decode(body, headers.get('content-transfer-encoding') ?? '') }]
  return `\n${body}`
    .split(`\n--${line}`)
    .slice(1)
    .filter(part => !part.startsWith('--'))
    .flatMap(part => partsOf(part.replace(/^[^\n]*\n/, ''), depth + 1))
}

function readHeaders(text: string): Map<string, string> {
  const unfolded = text.replace(/\r?\n[ \t]+/g, ' ')
  return new Map(
    unfolded.split(/\r?\n/).flatMap(line => {
      const colon = line.indexOf(':')
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1)] as const] : []
    }),
  )
}

function decode(body: string, encoding: string): string {
  const how = encoding.trim().toLowerCase()
  if (how === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (how !== 'quoted-printable') return body
  return body
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-Fa-f]{2})+/g, bytes => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
}
