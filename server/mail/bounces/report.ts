/** A mail server's report about one of our mails. */
export type Report = {
  kind: 'bounce' | 'delay' | 'complaint'
  /** An enhanced status (RFC 3463) such as 5.1.1; empty for a complaint. */
  status: string
  /** The other server's answer. */
  answer: string
  /** The recipient; undefined if the report does not name one. */
  recipient: string | undefined
}

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (RFC 5965) as stored in a mailbox. `reports` is
 * empty when it is neither. `text` is all of its text, decoded: our Message-ID may be anywhere in it.
 */
export function readReport(raw: string): { reports: Report[]; text: string } {
  const parts = partsOf(raw, 0)
  const text = [raw, ...parts.map(({ body }) => body)].join('\n')
  const status = parts.find(({ type }) => type.startsWith('message/delivery-status'))
  if (status) return { reports: status.body.split(/\r?\n\r?\n/).flatMap(readRecipient), text }
  const abuse = parts.find(({ type }) => type.startsWith('message/feedback-report'))
  if (!abuse) return { reports: [], text }
  const fields = readHeaders(abuse.body)
  const recipient = addressIn(fields.get('original-rcpt-to'))
  return { reports: [{ kind: 'complaint', status: '', answer: 'marked as unwanted', recipient }], text }
}

// A group of fields about the message comes first, then one group per recipient.
function readRecipient(group: string): Report[] {
  const fields = readHeaders(group)
  const action = fields.get('action')?.trim().toLowerCase()
  const [status] = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? []
  if (!status || (action !== 'failed' && action !== 'delayed')) return []
  const answer = fields.get('diagnostic-code')?.replace(/^\s*smtp\s*;\s*/i, '') ?? status
  const recipient = addressIn(fields.get('original-recipient')) ?? addressIn(fields.get('final-recipient'))
  return [{ kind: action === 'failed' ? 'bounce' : 'delay', status, answer, recipient }]
}

// `rfc822; ana@example.com`, with or without angle brackets.
function addressIn(field: string | undefined): string | undefined {
  return field?.replace(/^\s*[\w-]+\s*;/, '').replace(/[<>\s]/g, '') || undefined
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
