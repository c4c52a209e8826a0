import type { z } from 'zod'
import type { By } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'
import type { Dependencies } from '../dependencies.ts'
import { endpoint } from '../http/endpoint.ts'
import { readInstant } from '../lib/time/instant.ts'
import { addExternalReview } from '../reviews/external-reviews.ts'
import {
  type ListedReview,
  listChangedReviews,
  listReviews,
  readListedReview,
} from '../reviews/list-reviews.ts'
import {
  publishReview,
  rejectReview,
  removeReview,
  replyToReview,
  restoreReview,
} from '../reviews/moderate.ts'
import { readReview } from '../reviews/reviews.ts'
import { addressOfPicture } from '../reviews/storefront/shown.ts'
import { readStore } from '../stores/stores.ts'
import { byProgram } from './by-program.ts'
import { decision, filterOf, idPath, replyBody } from './content-schemas.ts'
import { requireMatch, withEtag } from './etags.ts'
import { post } from './post.ts'
import { newReview, review, reviewPage, reviewQuery } from './review-schemas.ts'

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
    errors: ['review_duplicate', 'order_unknown'],
    handler: async (tx, { apiKey: { storeId }, body }) => {
      const store = await readStore(tx, storeId)
      const by = byProgram(deps.clock)
      const { created_at, language = store.locale, ...given } = body
      const at = created_at === undefined ? by.at : new Date(readInstant(created_at) as number)
      const id = await addExternalReview(tx, store, { ...given, language, created_at: at }, by)
      return present(await readListedReview(tx, storeId, id), deps.publicUrl())
    },
  })
}

type Decide<Body> = (tx: Connection, storeId: string, id: string, by: By, body: Body) => Promise<unknown>

/** POST /manage/v1/reviews/{id}/publish */
export function publishOneReview(deps: Dependencies) {
  return decide(deps, 'publish', 'Publish a review', publishReview)
}

/** POST /manage/v1/reviews/{id}/restore */
export function restoreOneReview(deps: Dependencies) {
  return decide(deps, 'restore', 'Restore a removed review', restoreReview)
}

/** POST /manage/v1/reviews/{id}/reject */
export function rejectOneReview(deps: Dependencies) {
  const reject: Decide<z.output<typeof decision>> = (tx, storeId, id, by, { reason }) =>
    rejectReview(tx, storeId, id, reason, by)
  return decide(deps, 'reject', 'Reject a review', reject, decision)
}

/** POST /manage/v1/reviews/{id}/remove */
export function removeOneReview(deps: Dependencies) {
  const remove: Decide<z.output<typeof decision>> = (tx, storeId, id, by, { reason }) =>
    removeReview(tx, storeId, id, reason, by)
  return decide(deps, 'remove', 'Remove a review', remove, decision)
}

function decide<Body>(
  deps: Dependencies,
  name: string,
  summary: string,
  act: Decide<Body>,
  body?: z.ZodType<Body>,
) {
  return post<{ id: string }, Body, typeof review>(deps, {
    schema: { operationId: `${name}Review`, summary, params: idPath, ...(body && { body }) },
    status: 200,
    answer: review,
    errors: ['review_unknown', 'state_wrong'],
    handler: async (tx, request) => {
      const { storeId } = request.apiKey
      const { id } = request.params
      await requireMatch(request, () => locked(deps, tx, storeId, id))
      await act(tx, storeId, id, byProgram(deps.clock), request.body as Body)
      return present(await readListedReview(tx, storeId, id), deps.publicUrl())
    },
  })
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

type OfOne = Parameters<typeof requireMatch>[0] & {
  apiKey: { storeId: string }
  params: { id: string }
}

async function setReply(deps: Dependencies, request: OfOne, text: string | null) {
  const { storeId } = request.apiKey
  const { id } = request.params
  return await deps.database.transaction(async tx => {
    await requireMatch(request, () => locked(deps, tx, storeId, id))
    await replyToReview(tx, storeId, id, text, byProgram(deps.clock))
    return present(await readListedReview(tx, storeId, id), deps.publicUrl())
  })
}

async function locked({ publicUrl }: Dependencies, tx: Connection, storeId: string, id: string) {
  await readReview(tx, storeId, id, true)
  return present(await readListedReview(tx, storeId, id), publicUrl())
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
