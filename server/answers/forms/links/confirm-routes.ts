import { findMailing, type Mailing } from '../../../asking/mail/opened-links.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { type LinkRequest, linkPath } from '../../../foundation/http/input/paths.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { readShownProduct } from '../../../tenants/products/products.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { confirmAnswer } from '../../questions/answers/answering.ts'
import { type Answer, readAnswer } from '../../questions/answers/answers.ts'
import { confirmQuestion } from '../../questions/asking.ts'
import { type Question, readQuestion } from '../../questions/questions.ts'
import { confirmReview } from '../../reviews/open-reviews.ts'
import { type Review, readReview } from '../../reviews/reviews.ts'
import { sendPage } from '../pages/page.ts'
import { sayIn, type Texts } from '../pages/say.ts'
import { wayBack } from '../way-back.ts'
import { type MailLink, openLink } from './mail-link.ts'

/** GET /confirm/:token: the text and a button to confirm. Mail scanners open links, so opening changes nothing. */
export function show({ database, clock }: Dependencies) {
  return endpoint({
    schema: { hide: true, params: linkPath },
    handler: async (request, reply) => {
      const link = await readLink(database, clock, request)
      const { token, mailing, store, context } = link
      const say = sayIn(context.language)
      const written = await readWritten(database, link)
      return sendPage(reply, context, {
        template: 'confirm',
        title: say('confirm_title'),
        data: {
          action: `/confirm/${token}`,
          text: say(`${kindOf(mailing)}_text`, { store: store.name }),
          rating: 'rating' in written ? written.rating : undefined,
          heading: 'title' in written ? written.title : undefined,
          body_text: written.body,
        },
      })
    },
  })
}

/** POST /confirm/:token: confirms the author's address. */
export function confirm({ database, clock }: Dependencies) {
  return endpoint({
    schema: { hide: true, params: linkPath },
    handler: async (request, reply) => {
      const link = await readLink(database, clock, request)
      const { mailing, store, context } = link
      const say = sayIn(context.language)
      const result = await confirmRecord(database, store, mailing, new Date(clock()))
      await readWritten(database, link)
      return sendPage(reply, context, {
        template: 'message',
        title: say('confirmed_title'),
        data: { tone: 'done', text: say(result, { store: store.name }) },
      })
    },
  })
}

/** Confirms the record of a mailing. Returns the text that reports the result to its author. */
async function confirmRecord(
  database: Database,
  store: Store,
  mailing: Mailing,
  at: Date,
): Promise<keyof Texts> {
  if (mailing.kind === 'confirm_question') {
    await confirmQuestion(database, mailing, at)
    return 'confirmed_question_text'
  }
  if (mailing.kind === 'confirm_answer')
    return (await confirmAnswer(database, mailing, at)) === 'given' ? 'answer_given' : 'confirmed_answer_text'
  const { state } = await confirmReview(database, store, mailing, at)
  return state === 'published' ? 'confirmed_review_published' : 'confirmed_review_pending'
}

const readers = { confirm_review: readReview, confirm_question: readQuestion, confirm_answer: readAnswer }

// The look-up of the link finds mails of these kinds alone.
const kindOf = ({ kind }: Mailing) => kind as keyof typeof readers

/** Reads the text to confirm. The way back leads to its product. */
async function readWritten(
  database: Database,
  { store, mailing, context }: MailLink<Mailing>,
): Promise<Review | Question | Answer> {
  const written = await readers[kindOf(mailing)](database, store.store_id, mailing.recordId ?? '')
  const product = await readShownProduct(database, store.store_id, written.product_id)
  context.back = wayBack(store, product?.url)
  return written
}

const readLink = (database: Database, clock: Clock, request: LinkRequest) =>
  openLink(database, request, token => findMailing(database, 'confirm', token, clock()))
