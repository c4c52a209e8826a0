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
export function readFailure(error: unknown): Outcome {
  const { code = '', responseCode = 0, response, command = '', message } = error as SmtpError
  const answer = shorten(response || message || code)
  const isAboutMail = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)
  if (responseCode >= 500 && responseCode < 600 && isAboutMail) {
    return {
      as: 'failed',
      answer,
      isHard: command === 'RCPT TO' && isHardReply(responseCode, response ?? ''),
    }
  }
  // nodemailer refused it before connecting: a retry would fail the same way.
  const isUnsendable = ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode === 0
  return isUnsendable ? { as: 'failed', answer, isHard: false } : { as: 'later', answer }
}

/**
 * Whether an enhanced status (RFC 3463) means that the mailbox does not exist: 5.1.x except problems with the sender,
 * and 5.2.1 (disabled). Full mailboxes, sizes, policies and blocked senders are temporary.
 */
export function isHardStatus(status: string): boolean {
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

function isHardReply(code: number, response: string): boolean {
  const [status] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response) ?? []
  return status ? isHardStatus(status) : [550, 551, 553].includes(code)
}
