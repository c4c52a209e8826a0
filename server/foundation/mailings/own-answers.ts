import { sentenceOf } from '../lib/text/named-sentences.ts'

/**
 * What Realword itself says about a mail, by the name that its row stores in `own_answer`, in English. `{answer}` is the
 * row's `last_answer`: a value of the sentence, such as the words of a mail server.
 */
export const ownAnswers = {
  held: 'held',
  late: 'late: waits for the sending hours',
  nothing_left: 'nothing is left to ask about',
  reply_deleted: 'the answer was taken back',
  not_rejected: 'the review was not refused after all',
  not_published: 'the review is not published any more',
  kept: 'kept in the outbox: SMTP_URL is not set',
  moved: 'the store was moved before it was sent',
  unreadable: 'not written: the database could not be read',
  not_written: 'not written: {answer}',
  by_whatsapp: 'asked by WhatsApp',
  by_sms: 'asked by SMS',
  slow: "the mail server is slow for this store's mails",
  no_answer: 'no answer within {answer} s',
  accents: 'The mail server refuses letters with accents in addresses. {answer}',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
  blocked: 'blocked',
  erased: 'erased',
} as const

export type OwnAnswer = keyof typeof ownAnswers

export const ownAnswerNames = Object.keys(ownAnswers) as OwnAnswer[]

/** The last answer about a mail: our own with its value, if it has one, or the words of a mail server. */
export type MailAnswer = { own_answer: OwnAnswer | null; last_answer: string | null }

export const ownAnswer = (own_answer: OwnAnswer, value: string | null = null): MailAnswer => ({
  own_answer,
  last_answer: value,
})

export const serverAnswer = (last_answer: string): MailAnswer => ({ own_answer: null, last_answer })

/** The answer in English. */
export function wordAnswer({ own_answer, last_answer }: MailAnswer): string | null {
  return own_answer === null
    ? last_answer
    : sentenceOf({ name: own_answer, values: { answer: last_answer } }, ownAnswers)
}

type Answered = MailAnswer & { state: string }

/**
 * The mail as the API of stores, exports of people and commands print it: the answer in English, and `sent` for a mail
 * that was kept.
 */
export function publicMail<Mail extends Answered>({ own_answer, ...mail }: Mail) {
  return {
    ...mail,
    state: (mail.state === 'kept' ? 'sent' : mail.state) as Exclude<Mail['state'], 'kept'>,
    last_answer: wordAnswer({ own_answer, last_answer: mail.last_answer }),
  }
}
