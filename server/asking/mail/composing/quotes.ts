import type { ComposedKind } from '../../../foundation/mailings/kinds.ts'
import type { MailData } from './mail-data.ts'
import { dateIn, type MailTexts } from './mail-texts.ts'
import { oneLine, paragraphsOf } from './safe-text.ts'

export type Quote = {
  label: string
  stars?: { drawn: string; label: string }
  title?: string
  paragraphs: string[][]
}

/** The quotes that a mail contains. A quote without words is left out. */
export function quotesOf<Kind extends ComposedKind>(
  kind: Kind,
  data: MailData[Kind],
  texts: MailTexts,
  store: string,
): Quote[] {
  return quoted[kind](data, texts, store).filter(({ paragraphs, stars }) => stars || paragraphs.length > 0)
}

// Selected by the kind, never by the fields present: a caller may pass a whole record.
const quoted: { [Kind in ComposedKind]: (data: MailData[Kind], texts: MailTexts, store: string) => Quote[] } =
  {
    request: () => [],
    reminder: () => [],
    review_published: ({ review }, texts) => [reviewed(review, texts)],
    review_rejected: ({ review, reason }, texts) => [
      said(texts.quotes.reason, reason),
      reviewed(review, texts),
    ],
    review_replied: ({ review, reply }, texts, store) => [
      said(texts.quotes.answer({ store }), reply),
      reviewed(review, texts),
    ],
    question_received: ({ question }, { quotes }) => [
      said(quotes.asks({ name: oneLine(question.display_name, nameLength) }), question.body),
    ],
    question_answered: ({ question, reply }, { quotes }, store) => [
      said(quotes.answer({ store }), reply),
      said(quotes.yourQuestion, question.body),
    ],
    answer_published: ({ question, answer }, { quotes }) => [
      said(quotes.answer({ store: oneLine(answer.display_name, nameLength) }), answer.body),
      said(quotes.yourQuestion, question.body),
    ],
    reward: ({ code, gives, expires_on }, texts) => {
      const until = expires_on === null ? '' : texts.reward.until({ date: dateIn(expires_on, texts) })
      return [{ ...said(texts.reward.code, `${gives}\n\n${until}`), title: code }]
    },
    confirm_review: () => [],
    confirm_question: () => [],
    confirm_answer: () => [],
    report_received: ({ what }, { reports }) => [said(reports.reported, reports.what[what])],
    report_decided: ({ what, isKept, reason, isAutomated, store }, { reports, footer }) => [
      said(reports.reported, reports.what[what]),
      said(reports.decision, isKept ? reports.kept : `${reports.removed}\n\n${reason}`),
      said(reports.how, isAutomated ? reports.automated : reports.person),
      said(footer.contact, store.contact_email ?? store.site_url ?? ''),
    ],
    password_reset: () => [],
    invitation: () => [],
    webhook_disabled: () => [],
  }

const nameLength = 60 // characters
const titleLength = 160
const quoteLength = 1_200

function said(label: string, text: string): Quote {
  return { label, paragraphs: paragraphsOf(text, quoteLength) }
}

function reviewed(review: MailData['review_published']['review'], texts: MailTexts): Quote {
  const { rating, title, body } = review
  return {
    ...said(texts.quotes.yourReview, body),
    stars: { drawn: '★'.repeat(rating) + '☆'.repeat(5 - rating), label: texts.stars({ count: rating }) },
    title: oneLine(title, titleLength),
  }
}
