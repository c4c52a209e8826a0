import { addExternalReview } from '../../../answers/reviews/external-reviews.ts'
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
import { readReview } from '../../../answers/reviews/reviews.ts'
import { addressOfPicture } from '../../../answers/reviews/storefront/shown.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { byProgram } from '../by-program.ts'
import {
  type Change,
  changeOne,
  decide,
  decideForReason,
  type Managed,
  type OfOne,
} from '../content-changes.ts'
import { filterOf, idPath, replyBody } from '../content-schemas.ts'
import { withEtag } from '../etags.ts'
import { post } from '../post.ts'
import { newReview, review, reviewPage, reviewQuery } from '../review-schemas.ts'
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
      const { limit, cursor: after, updated_since: since, reported, pictures } = query
      const filter = { ...filterOf(query), ...(reported && { reported }), ...(pictures && { pictures }) }
      const { result, next } = since
        ? await listChangedReviews(database, storeId, filter, { since, after, limit })
        : await listReviews(database, storeId, filter, { after, limit })
      return { data: result.map(one => present(one, publicUrl())), next_cursor: next }
    },
  })
}

/** GET /manage/v1/reviews/{id} */
export function managedReview({ database, publicUrl }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getReview',
      summary: 'Read a review',
      params: idPath,
      response: { 200: review },
    },
    config: { errors: ['review_unknown'] },
    handler: async ({ apiKey, params }, reply) =>
      withEtag(reply, present(await readListedReview(database, apiKey.storeId, params.id), publicUrl())),
  })
}

/** POST /manage/v1/reviews */
export function addReview(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'createReview',
      summary: 'Add a review from elsewhere',
      description:
        'The store’s rule of moderation decides whether it is published. It is a verified purchase only if it names an order of this store with this product.',
      body: newReview,
    },
    status: 201,
    answer: review,
    idOf: ({ id }) => id,
    errors: ['review_duplicate', 'order_unknown'],
    handler: async (tx, { apiKey: { storeId }, body }) => {
      const store = await readStore(tx, storeId)
      const by = byProgram(deps.clock)
      const { created_at, language = store.locale, ...given } = body
      const at = writtenAt(created_at, by.at)
      const id = await addExternalReview(tx, store, { ...given, language, created_at: at }, by)
      return present(await readListedReview(tx, storeId, id), deps.publicUrl())
    },
  })
}

/** POST /manage/v1/reviews/{id}/publish */
export function publishOneReview(deps: Dependencies) {
  const act = publishReview
  return decide(deps, managed(deps), { name: 'publish', summary: 'Publish a review', act })
}

/** POST /manage/v1/reviews/{id}/restore */
export function restoreOneReview(deps: Dependencies) {
  const act = restoreReview
  return decide(deps, managed(deps), { name: 'restore', summary: 'Restore a removed review', act })
}

/** POST /manage/v1/reviews/{id}/reject */
export function rejectOneReview(deps: Dependencies) {
  const act = rejectReview
  return decideForReason(deps, managed(deps), { name: 'reject', summary: 'Reject a review', act })
}

/** POST /manage/v1/reviews/{id}/remove */
export function removeOneReview(deps: Dependencies) {
  const act = removeReview
  return decideForReason(deps, managed(deps), { name: 'remove', summary: 'Remove a review', act })
}

/** PUT /manage/v1/reviews/{id}/reply */
export function replyToOneReview(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'replyToReview',
      summary: 'Set the store’s public reply',
      description: 'The first reply to a published review is mailed to its author.',
      params: idPath,
      body: replyBody,
      response: { 200: review },
    },
    config: { errors: ['review_unknown', 'state_wrong', 'body_stale'] },
    handler: async (request, reply) => withEtag(reply, await setReply(deps, request, request.body.body)),
  })
}

/** DELETE /manage/v1/reviews/{id}/reply */
export function withdrawReply(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'withdrawReviewReply',
      summary: 'Withdraw the store’s reply',
      params: idPath,
      response: { 200: review },
    },
    config: { errors: ['review_unknown', 'state_wrong', 'body_stale'] },
    handler: async (request, reply) => withEtag(reply, await setReply(deps, request, null)),
  })
}

async function setReply(deps: Dependencies, request: OfOne, text: string | null) {
  const act: Change = (tx, storeId, id, by) => replyToReview(tx, storeId, id, text, by)
  return await deps.database.transaction(tx => changeOne(deps, managed(deps), tx, request, act))
}

function managed({ publicUrl }: Dependencies): Managed<typeof review> {
  return {
    ...{ noun: 'Review', answer: review, unknown: 'review_unknown' },
    lock: (tx, storeId, id) => readReview(tx, storeId, id, true),
    read: async (db, storeId, id) => present(await readListedReview(db, storeId, id), publicUrl()),
  }
}

function present(listed: ListedReview, publicUrl: string) {
  const { reply, reply_created_at, pictures, reports, ...fields } = listed
  return {
    ...fields,
    pictures: pictures.flatMap(picture => addressOfPicture(picture, publicUrl)),
    reply: reply === null ? null : { body: reply, created_at: reply_created_at },
    reports: reports.map(report => ({ ...report, at: new Date(report.at) })),
  }
}
