import { datedReport } from '../../../answers/moderation/reports/reports.ts'
import { sentAnswers } from '../../../answers/reviews/attributes/answers.ts'
import { addExternalReview } from '../../../answers/reviews/external-reviews.ts'
import { markInsider, unmarkInsider } from '../../../answers/reviews/insiders/insider-mark.ts'
import {
  type ListedReview,
  listChangedReviews,
  listReviews,
  readListedReview,
} from '../../../answers/reviews/list-reviews.ts'
import {
  publishReview,
  rejectReview,
  removeReview,
  replyToReview,
  restoreReview,
} from '../../../answers/reviews/moderate.ts'
import { pinReview, unpinReview } from '../../../answers/reviews/pins.ts'
import { readReview } from '../../../answers/reviews/reviews.ts'
import { addressOfPicture, videosOf } from '../../../answers/reviews/storefront/shown.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeItself } from '../../../tenants/products/store-itself.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { byProgram } from '../by-program.ts'
import { filterOf } from '../content-schemas.ts'
import { post } from '../post.ts'
import { newReview, review, reviewPage, reviewQuery } from '../review-schemas.ts'
import { contentRoutes } from '../routes-of-content.ts'
import { writtenAt } from '../written-at.ts'

/** GET /manage/v1/reviews */
export function managedReviews({ database, publicUrl }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listReviews',
      summary: 'List reviews of every state',
      description: 'Newest first.',
      querystring: reviewQuery,
      response: { 200: reviewPage },
    },
    handler: async ({ apiKey: { storeId }, query }) => {
      const { limit, cursor: after, updated_since: since, pictures, subject } = query
      const marks = {
        ...(pictures && { pictures }),
        ...(subject && { subject }),
      }
      const filter = { ...filterOf(query), ...marks }
      const { result, next } = since
        ? await listChangedReviews(database, storeId, filter, { since, after, limit })
        : await listReviews(database, storeId, filter, { after, limit })
      return { data: result.map(one => present(one, publicUrl())), next_cursor: next }
    },
  })
}

/** POST /manage/v1/reviews */
export function addReview(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'createReview',
      summary: 'Add a review from elsewhere',
      description:
        'Of a product or, as `subject`: `store`, of the store itself. The store’s rule of moderation decides whether it is published. It is a verified purchase only if it names an order of this store, with this product.',
      body: newReview,
    },
    status: 201,
    answer: review,
    idOf: ({ id }) => id,
    errors: ['review_duplicate', 'order_unknown'],
    handler: async (tx, { apiKey: { storeId }, body }) => {
      const store = await readStore(tx, storeId)
      const by = byProgram(deps.clock)
      const { created_at, language = store.locale, subject: _, product_id = storeItself, ...given } = body
      const at = writtenAt(created_at, by.at)
      const written = { ...given, product_id, language, created_at: at }
      const id = await addExternalReview(tx, store, written, by)
      return present(await readListedReview(tx, storeId, id), deps.publicUrl())
    },
  })
}

/** The routes of /manage/v1/reviews/{id}. */
export function oneReview(deps: Dependencies) {
  const routes = contentRoutes(deps, {
    ...{ noun: 'Review', answer: review, unknown: 'review_unknown' },
    lock: (tx, storeId, id) => readReview(tx, storeId, id, true),
    read: async (db, storeId, id) => present(await readListedReview(db, storeId, id), deps.publicUrl()),
    decide: { publish: publishReview, restore: restoreReview },
    decideForReason: { reject: rejectReview, remove: removeReview },
    reply: replyToReview,
    texts: {
      reply: {
        operationId: 'replyToReview',
        summary: 'Set the store’s public reply',
        description: 'The first reply to a published review is mailed to its author.',
      },
      withdraw: { operationId: 'withdrawReviewReply', summary: 'Withdraw the store’s reply' },
    },
  })
  return {
    ...routes,
    pin: routes.decide('pin', 'Display a review first on the page of its product', pinReview, ['pins_full']),
    unpin: routes.decide('unpin', 'Display a pinned review among the others again', unpinReview),
    markInsider: routes.decide('markInsider', 'Say that its author works for the store', markInsider),
    unmarkInsider: routes.decide(
      'unmarkInsider',
      'No longer say that its author works for the store',
      unmarkInsider,
      ['insider_known'],
    ),
  }
}

function present(listed: ListedReview, publicUrl: string) {
  const { reply, reply_created_at, pictures, attributes, reports, ...fields } = listed
  const videos = videosOf(pictures, publicUrl)
  return {
    ...fields,
    pictures: pictures.flatMap(picture => addressOfPicture(picture, publicUrl)),
    ...(videos.length > 0 && { videos }),
    attributes: sentAnswers(attributes),
    reply: reply === null ? null : { body: reply, created_at: reply_created_at },
    reports: reports.map(datedReport),
  }
}
