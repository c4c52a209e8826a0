import type { Database } from '../database/connect.ts'
import type { Dependencies } from '../dependencies.ts'
import { endpoint } from '../http/endpoint.ts'
import { type LinkRequest, linkPath } from '../http/input/paths.ts'
import { chooseLanguage } from '../http/language.ts'
import type { Clock } from '../lib/time/clock.ts'
import { findMailing, type Mailing } from '../mail/opened-links.ts'
import { confirmQuestion } from '../questions/asking.ts'
import { readQuestion } from '../questions/questions.ts'
import { confirmReview } from '../reviews/open-reviews.ts'
import { readReview } from '../reviews/reviews.ts'
import { readStore, type Store } from '../stores/stores.ts'
import { type PageContext, sendPage } from './page.ts'
import type { Texts } from './texts/en.ts'
import { sayIn } from './texts/texts.ts'

/** GET /confirm/:token: the text and a button to confirm. Mail scanners open links, so opening changes nothing. */
export function show({ database, clock }: Dependencies) {
  return endpoint({
    schema: { hide: true, params: linkPath },
    handler: async (request, reply) => {
      const { token, mailing, store, context } = await readLink(database, clock, request)
      const say = sayIn(context.language)
      const recordId = mailing.recordId ?? ''
      const isReview = mailing.kind === 'confirm_review'
      const written = isReview
        ? await readReview(database, store.store_id, recordId)
        : await readQuestion(database, store.store_id, recordId)
      return sendPage(reply, context, {
        template: 'confirm',
        title: say('confirm_title'),
        data: {
          action: `/confirm/${token}`,
          text: say(isReview ? 'confirm_review_text' : 'confirm_question_text', { store: store.name }),
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
      const { mailing, store, context } = await readLink(database, clock, request)
      const say = sayIn(context.language)
      const result = await confirmRecord(database, store, mailing, new Date(clock()))
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
  const { state } = await confirmReview(database, store, mailing, at)
  return state === 'published' ? 'confirmed_review_published' : 'confirmed_review_pending'
}

type Link = { token: string; mailing: Mailing; store: Store; context: PageContext }

async function readLink(database: Database, clock: Clock, request: LinkRequest): Promise<Link> {
  const { token } = request.params
  const mailing = await findMailing(database, 'confirm', token, clock())
  const store = await readStore(database, mailing.storeId)
  const context: PageContext = {
    store,
    language: chooseLanguage(mailing.language, store.locale),
    frame: null,
  }
  request.context = context
  return { token, mailing, store, context }
}
