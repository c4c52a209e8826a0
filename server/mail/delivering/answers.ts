/**
 * The result of one attempt. `later`: a retry may succeed. `postponed`: the server was not contacted, because it is slow
 * for this store's mails. `cancelled`: there is nothing left to send. `isHard`: the mailbox does not exist, so no other
 * mail may be sent to it. `answer` is the server's answer, truncated and without addresses.
 */
export type Outcome =
  | { as: 'sent'; answer: string }
  | { as: 'later'; answer: string }
  | { as: 'postponed'; answer: string }
  | { as: 'cancelled'; answer: string }
  | { as: 'failed'; answer: string; isHard: boolean }

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

/**
 * Interprets nodemailer's error. A 5xx answer to the mail (MAIL, RCPT, DATA) is final. A 5xx answer to us (greeting,
 * EHLO, STARTTLS, AUTH) is for the operator to resolve, and no reason to drop a mail. Other failures (4xx, timeouts,
 * sockets) are retried.
 */
export function readFailure(error: unknown, recipient: string): Outcome {
  const { code = '', responseCode = 0, response, command = '', message } = error as SmtpError
  const answer = shorten(response || message || code)
  const isAboutMail = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)
  if (responseCode >= 500 && responseCode < 600 && isAboutMail) {
    const refuses = (who: string) =>
      command === 'RCPT TO' && isHardAnswer(`${responseCode}`, response ?? '', who)
    const isHard = refuses(recipient)
    const isAboutAccents = hasAccents(recipient) && !isHard && (refuses('') || answer.includes(' 5.6.7 '))
    return { as: 'failed', answer: isAboutAccents ? shorten(`${noAccents} ${answer}`) : answer, isHard }
  }
  // nodemailer refused it before connecting: a retry would fail the same way.
  const isUnsendable = ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode === 0
  return isUnsendable ? { as: 'failed', answer, isHard: false } : { as: 'later', answer }
}

/**
 * Whether a failure means that the mailbox does not exist. `status` is an enhanced status (RFC 3463) or a reply code
 * (RFC 5321). One that says nothing but "permanent" (5.0.0, as Exim and Courier write for every failure, and Postfix for a
 * plain reply) leaves it to the other server's `answer`, and without one it is not certain.
 */
export function isHardAnswer(status: string, answer: string, recipient = ''): boolean {
  const [enhanced] = enhancedStatus.exec(answer) ?? []
  const exact = /^\d\.0\.0$|^\d{3}$/.test(status) ? enhanced : status
  // A relay without SMTPUTF8 (RFC 6531) refuses an address with accents as it is written, whoever has it.
  const isForeign = hasAccents(recipient)
  if (exact && !exact.endsWith('.0.0')) return isHardStatus(exact) && !(isForeign && exact === '5.1.3')
  const [code = status] = /^\d{3}(?=[ -]|$)/.exec(answer.trimStart()) ?? []
  return !isForeign && ['550', '551', '553'].includes(code)
}

// Not part of a number such as an IP address or a version.
const enhancedStatus = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/

const noAccents = 'The mail server refuses letters with accents in addresses.'

// Of the local part: a domain is sent as ASCII.
function hasAccents(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')))
}

// 5.1.x except problems with the sender, and 5.2.1 (disabled). Full mailboxes, sizes, policies and blocked senders are
// temporary.
function isHardStatus(status: string): boolean {
  return /^5\.(1\.([0-6]|9|10)|2\.1)$/.test(status)
}

/** One line of at most 300 characters, without addresses. */
export function shorten(answer: string): string {
  const line = beginningOf(answer)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[^\s<>@:;,()"']+@[^\s<>@:;,()"']+/g, '…')
    .trim()
  // By whole characters: PostgreSQL refuses half of a surrogate pair, and the result could not be written.
  return [...line].slice(0, 300).join('')
}

// The pattern for addresses restarts at each letter of a word without @, so one long word costs the square of its
// length. A truncated word may be half of an address, so it is dropped.
function beginningOf(answer: string): string {
  if (answer.length <= longestAnswer) return answer
  const beginning = answer.slice(0, longestAnswer)
  return beginning.slice(0, Math.max(beginning.search(/\s\S*$/), 0))
}

const longestAnswer = 2_000 // characters
