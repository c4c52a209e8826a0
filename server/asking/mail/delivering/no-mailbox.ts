/** What the other server refused: the sender (or us), the address, or the message after it was sent. */
export type Refused = 'sender' | 'recipient' | 'message'

type About = { recipient?: string | undefined; refused?: Refused | undefined }

/**
 * Whether a failure means that the mailbox does not exist. `status` is an enhanced status (RFC 3463) or a reply code
 * (RFC 5321). A reply without a status is read by its words, then by its code, which count for a refused recipient
 * only. When a report does not say what was refused, it is taken for the recipient.
 */
export function isHardAnswer(
  status: string,
  answer: string,
  { recipient = '', refused }: About = {},
): boolean {
  if (refused === 'sender' || status.startsWith('4')) return false
  const exact = exactStatus(status, answer, refused)
  const isForeign = hasAccents(recipient)
  // A relay without SMTPUTF8 (RFC 6531) refuses an address with accents as it is written, whoever has it.
  if (exact) return isHardStatus(exact, answer) && !(isForeign && exact === '5.1.3')
  return refused !== 'message' && !isForeign && isHardReply(status, answer)
}

/** Of the local part: a domain is sent as ASCII. */
export function hasAccents(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')))
}

// The status in the other server's own answer goes first: Exim and Courier report every failure as 5.0.0. sendmail makes
// a status of a plain reply code, which is worth no more than the code.
function exactStatus(status: string, answer: string, refused: Refused | undefined): string | undefined {
  const own = /^\s*\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1]
  if (own && isExact(own)) return own
  const isMade = replyCode.test(answer) && (refused === 'message' || meaningOf(answer) === 'policy')
  if (isExact(status)) return isMade ? undefined : status
  // Not part of a number such as an IP address or a version.
  const [any] = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(answer) ?? []
  return any && isExact(any) ? any : undefined
}

/** Whether a status says more than "permanent" or "temporary", as 5.0.0 and the reply codes do. */
function isExact(status: string): boolean {
  return /^\d\.\d+\.\d+$/.test(status) && !status.endsWith('.0.0')
}

const replyCode = /^\s*\d{3}(?=[ -]|$)/

function isHardReply(status: string, answer: string): boolean {
  const code = replyCode.exec(answer)?.[0].trim()
  const words = code && meaningOf(answer)
  if (words) return words === 'no mailbox' && code.startsWith('5')
  return ['550', '551', '553'].includes(code ?? status)
}

// Many servers say 550 for spam, or 554 for an unknown user. Words about the sender go first: the sender may be
// unknown, too.
function meaningOf(answer: string): 'no mailbox' | 'policy' | undefined {
  if (/\bsender\b|\byour (?:domain|host|server|ip|address)\b/i.test(answer)) return 'policy'
  if (saysNoMailbox.test(answer)) return 'no mailbox'
  return saysPolicy.test(answer) ? 'policy' : undefined
}

const saysNoMailbox =
  /no such|unknown (?:user|recipient|address|mailbox)|(?:user|recipient|address|mailbox|account) (?:is )?unknown|n[o']t exist|not found|no mailbox|n[o']t have an?\b.{0,300}\baccount|invalid (?:recipient|mailbox|user)/i
const saysPolicy =
  /\b(?:spam\w*|blocked|block ?list\w*|black ?list\w*|banned|rbl|dnsbl|reputation|policy|policies|spf|dkim|dmarc|reverse dns|relay\w*|virus\w*|content|quota|full|too (?:large|big|many)|greylist\w*|authentica\w+)\b/i

// 5.1.x except problems with the sender, and 5.2.1 (disabled). Full mailboxes, sizes, policies and blocked senders are
// temporary. Microsoft has statuses of its own for addresses that it does not know.
function isHardStatus(status: string, answer: string): boolean {
  if (status === '5.4.1') return /recipient address rejected/i.test(answer)
  if (status === '5.5.0') return /mailbox unavailable/i.test(answer)
  return /^5\.(1\.([0-6]|9|10)|2\.1)$/.test(status)
}
