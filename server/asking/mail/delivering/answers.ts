import { type MailAnswer, ownAnswer, serverAnswer } from '../../../foundation/mailings/own-answers.ts'
import { hasAccents, isHardAnswer, type Refused } from './no-mailbox.ts'

/**
 * The result of one attempt. `kept`: there is no server. `later`: a retry may succeed. `postponed`: the server was not contacted, because it is slow
 * for this store's mails. `cancelled`: there is nothing left to send. `isHard`: the mailbox does not exist, so no other
 * mail may be sent to it. A server's answer is truncated and without addresses.
 */
export type Outcome =
  | { as: 'sent' | 'kept' | 'later' | 'postponed' | 'cancelled'; answer: MailAnswer }
  | { as: 'failed'; answer: MailAnswer; isHard: boolean }

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

/**
 * Interprets nodemailer's error. A 5xx answer to the mail (MAIL, RCPT, DATA) is final. A 5xx answer to us (greeting,
 * EHLO, STARTTLS, AUTH) is for the operator to resolve, and no reason to drop a mail. Other failures (4xx, timeouts,
 * sockets) are retried.
 */
export function readFailure(error: unknown, recipient: string): Outcome {
  const { code = '', responseCode = 0, response, command = '', message } = error as SmtpError
  const answer = shorten(response || message || code)
  const refused = refusedBy[command]
  if (responseCode >= 500 && responseCode < 600 && refused) {
    const refuses = (who: string) =>
      isHardAnswer(`${responseCode}`, response ?? '', { refused, recipient: who })
    const isHard = refuses(recipient)
    const isAboutAccents = hasAccents(recipient) && !isHard && (refuses('') || answer.includes(' 5.6.7 '))
    return {
      as: 'failed',
      answer: isAboutAccents ? ownAnswer('accents', answer) : serverAnswer(answer),
      isHard,
    }
  }
  // nodemailer refused it before connecting: a retry would fail the same way.
  const isUnsendable = ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode === 0
  return isUnsendable
    ? { as: 'failed', answer: serverAnswer(answer), isHard: false }
    : { as: 'later', answer: serverAnswer(answer) }
}

/** What a command's refusal refuses; not one of EHLO, STARTTLS or AUTH, which are about us. */
const refusedBy: Record<string, Refused | undefined> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
}

/** One line of at most 300 characters, without addresses. */
export function shorten(answer: string): string {
  const line = beginningOf(answer)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/(?:"[^\s"@]{1,64}"|[^\s<>@:;,()"']+)@[^\s<>@:;,()"']+/g, '…')
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
