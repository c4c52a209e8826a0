import type { Refused } from '../delivering/no-mailbox.ts'
import type { Part } from './mime-parts.ts'
import type { Report } from './report.ts'

// How Postfix, Exim, sendmail and Courier, dma and qmail name the command, in this order.
const refusals: [Refused, RegExp][] = [
  [
    'recipient',
    /in reply to RCPT|after (?:pipelined )?RCPT|>>> RCPT|did not like our RCPT|does not like recipient/i,
  ],
  [
    'message',
    /in reply to (?:end of )?DATA|after (?:pipelined )?(?:end of data|sending data|DATA\b|BDAT)|>>> (?:DATA|BDAT)|did not like our (?:final )?DATA|failed (?:after I sent the message|on DATA)/i,
  ],
  [
    'sender',
    /in reply to (?:MAIL|[EH]+LO|STARTTLS)|after (?:pipelined )?(?:MAIL FROM|initial connection|[EH]+LO|STARTTLS)|>>> (?:MAIL|[EH]+LO)|did not like our (?:MAIL|[EH]+LO|AUTH)|refused to talk to me|while talking to \S+ <<< [45]|sender was rejected|greeting failed|my name was rejected/i,
  ],
]

/** The part of the exchange that was refused, read from the text that a mail server writes for people. */
export function refusedIn(prose: string): Refused | undefined {
  const line = prose.slice(0, longest).replace(/\s+/g, ' ')
  return refusals.find(([, words]) => words.test(line))?.[0]
}

const longest = 20_000 // characters

/**
 * The answer about one of the recipients in the text, for reports without a Diagnostic-Code: OpenSMTPD writes
 * `ana@example.com: 550 5.1.1 no such user`, and Exim the address and, below it, `Unrouteable address`. Dovecot names the
 * address in a sentence, and gives the reason on the next line.
 */
export function answerInProse(prose: string, recipients: string[]): string | undefined {
  const lines = prose
    .slice(0, longest)
    .split(/\r?\n/)
    .map(line => line.trim())
  for (const [index, line] of lines.entries()) {
    const [, address, answer] = bare.exec(line) ?? dovecot.exec(line) ?? []
    if (!address || !recipients.some(one => one.toLowerCase() === address.toLowerCase())) continue
    if (answer || lines[index + 1]) return answer ?? lines[index + 1]
  }
  return undefined
}

const bare = /^<?([^\s<>:]{1,320})>?(?::\s+(.+)|:?)$/
const dovecot = /^Your message to <([^\s<>]{1,320})> was automatically rejected:$/

/**
 * Reads a mail of a mail server that says in prose alone why our mail was not delivered, with a copy of it below. Empty
 * unless it is from a mail server and has a reply or a status. The recipient is left out: only a copy of our mail proves
 * whom this is about.
 */
export function readProse(headers: Map<string, string>, parts: Part[]): Report[] {
  if (!/mailer-?daemon|postmaster|mail delivery/i.test(headers.get('from') ?? '')) return []
  const text = parts.find(({ type }) => type.startsWith('text/plain'))?.body ?? ''
  const prose = text.slice(0, longest).split(copy, 1)[0] ?? ''
  const [, code, said = ''] = reply.exec(prose) ?? []
  const [, status] = code ? [] : (/\(#?([45]\.\d{1,3}\.\d{1,3})\)/.exec(prose) ?? [])
  if (!code && !status) return []
  const answer = code ? `${code} ${said.trim()}` : (lineWith(prose, `${status}`) ?? `${status}`)
  const kind = /delayed|delay\b|will (?:keep|continue)|not yet|only a warning/i.test(prose)
    ? 'delay'
    : 'bounce'
  return [
    { kind, status: status ?? `${code?.[0]}.0.0`, answer, refused: refusedIn(prose), recipient: undefined },
  ]
}

const copy =
  /^-{3} (?:Below this line|Enclosed)|^(?:Original message|Message headers) follows?\.|^-{2,} This is a copy/im

// `550 5.1.1 no such user`; Zoho writes `ERROR CODE :550 - 5.1.1 no such user`.
const reply = /(?:^|[\s:])(421|45\d|50[0-4]|55\d)[ -]+(\S[^\n]*)/

function lineWith(prose: string, words: string): string | undefined {
  return prose
    .split(/\r?\n/)
    .find(line => line.includes(words))
    ?.trim()
}
