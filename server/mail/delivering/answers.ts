/**
 * What became of one attempt. `later`: the same again may succeed. `cancelled`: there is
 * nothing to send any more. `isHard`: nobody reads the address, so no
 * other mail shall go there. `answer` is what the server said, shortened and without addresses.
 */
export type Outcome =
  | { as: 'sent'; answer: string }
  | { as: 'later'; answer: string }
  | { as: 'cancelled'; answer: string }
  | { as: 'failed'; answer: string; isHard: boolean }

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

/**
 * Reads nodemailer's error. A 5xx to this mail (MAIL, RCPT, DATA) is final; one to us (greeting, EHLO,
 * STARTTLS, AUTH) is a matter between the operator and the server, and no reason to give up a mail. Whatever
 * else happened on the way (4xx, time, sockets) is tried again.
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
  // Refused by nodemailer before anything was said: no other attempt would differ.
  const isUnsendable = ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode === 0
  return isUnsendable ? { as: 'failed', answer, isHard: false } : { as: 'later', answer }
}

/**
 * Whether an enhanced status (RFC 3463) says that there is no such mailbox: 5.1.x but for what is wrong with
 * the sender, and 5.2.1 (disabled). Full mailboxes, sizes, policies and blocked senders pass.
 */
export function isHardStatus(status: string): boolean {
  return /^5\.(1\.([0-6]|9|10)|2\.1)$/.test(status)
}

/** At most 300 characters of one line, in which no address can be read. */
export function shorten(answer: string): string {
  const line = beginningOf(answer)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[^\s<>@:;,()"']+@[^\s<>@:;,()"']+/g, '…')
    .trim()
  // By whole characters: PostgreSQL takes no half of one, and what became of the mail would not be written.
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
