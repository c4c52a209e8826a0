import { z } from 'zod'
import type { Reason } from '../../../answers/moderation/reasons.ts'
import { datedReport } from '../../../answers/moderation/reports/reports.ts'
import { contentStates } from '../../../answers/moderation/states.ts'
import { sentAnswers } from '../../../answers/reviews/attributes/answers.ts'
import { markInsider, unmarkInsider } from '../../../answers/reviews/insiders/insider-mark.ts'
import {
  countReviewsByState,
  type ListedReview,
  listReviews,
  type ReviewFilter,
} from '../../../answers/reviews/list-reviews.ts'
import {
  publishReview,
  rejectReview,
  removeReview,
  replyToReview,
  restoreReview,
} from '../../../answers/reviews/moderate.ts'
import { pinReview, unpinReview } from '../../../answers/reviews/pins.ts'
import type { Review } from '../../../answers/reviews/reviews.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { catalogue } from '../../../foundation/errors/codes.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { type By, listChanges } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { readPage, truthy } from '../../../foundation/http/input/list-query.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { byOf, nameActors } from '../../../tenants/accounts/actors.ts'
import { productNames } from '../../../tenants/products/products.ts'
import { subjects } from '../../../tenants/products/store-itself.ts'
import { boundsOfDates, sharedFilters } from '../content-filters.ts'
import { change, reply, stateCounts } from '../content-schemas.ts'
import { decided, decisions, reviewPage, type shownReview } from './review-schemas.ts'

const filters = z.object({
  id: z.uuid().optional(),
  state: z.enum(contentStates).optional(),
  product_id: text(255, 1).optional(),
  subject: z.enum(subjects).optional(),
  flagged: truthy,
  pictures: truthy,
  language: text(35).optional(),
  rating: z.coerce.number().int().min(1).max(5).optional(),
  text: text(200).trim().optional(),
  ...sharedFilters,
})

const pageQuery = z.object({ ...filters.shape, ...readPage.shape }).check(({ value, issues }) => {
  // Pending reviews are decided without regard to stars: docs/explanation/moderation.md.
  if (value.rating === undefined || value.state === 'published') return
  const params = { values: ['state=published'] }
  issues.push({ code: 'custom', message: 'one_of', params, path: ['rating'], input: value.rating })
})

/** GET /admin/api/stores/{store_id}/reviews: a page by date. */
export function reviewsForModeration({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listReviews',
      summary: 'List reviews',
      params: storePath,
      querystring: pageQuery,
      response: { 200: reviewPage },
    },
    handler: async ({ params, query }) => {
      const { storeId } = params
      const { limit, after, oldest, ...given } = query
      const wanted = await filterOf(database, storeId, given)
      const page = await listReviews(database, storeId, wanted, { limit, after, oldestFirst: oldest })
      return { ...page, result: await withProducts(database, storeId, page.result) }
    },
  })
}

/** GET /admin/api/stores/{store_id}/reviews/counts: how many reviews of each state the filters find. */
export function reviewCounts({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'countReviews',
      summary: 'The number of reviews in each state, up to 1,000',
      params: storePath,
      querystring: filters,
      response: { 200: stateCounts },
    },
    handler: async ({ params: { storeId }, query }) => {
      const wanted = await filterOf(database, storeId, query)
      return { counts: await countReviewsByState(database, storeId, wanted) }
    },
  })
}

async function filterOf(
  db: Connection,
  storeId: string,
  { product_id, text: words, from, to, ...rest }: z.infer<typeof filters>,
): Promise<ReviewFilter> {
  return {
    ...withoutUndefined(rest),
    ...(product_id !== undefined && { productId: product_id }),
    ...(words && { text: words }),
    ...(await boundsOfDates(db, storeId, { from, to })),
  }
}

/** GET /admin/api/stores/{store_id}/reviews/{id}/history */
export function reviewHistory({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listReviewChanges',
      summary: 'What was done with a review',
      params: storeItemPath,
      response: { 200: z.object({ result: z.array(change) }) },
    },
    handler: async ({ params }) => {
      const { storeId, id } = params
      const changes = isUuid(id) ? await listChanges(database, storeId, 'review', id) : []
      return { result: await nameActors(database, changes) }
    },
  })
}

/**
 * POST /admin/api/stores/{store_id}/reviews/decisions: applies one decision to up to a hundred reviews. Each has its own
 * transaction, so a review that cannot be decided does not affect the others.
 */
export function decideReviews({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'decideReviews',
      summary: 'Publish, reject, remove, restore, pin or mark reviews',
      params: storePath,
      body: decisions,
      response: { 200: decided },
    },
    handler: async ({ params, body, user }) => {
      const { storeId } = params
      const { action, reason, ids } = body
      const act = actions[action]
      const needsReason = action === 'reject' || action === 'remove'
      if (needsReason && !reason) {
        throw new ApiError('body_invalid', { problems: [{ path: 'reason', problem: 'required' }] })
      }
      const by = byOf(user, clock)
      const result: { id: string; state: Review['state'] }[] = []
      const refused: { id: string; error_code: number; message: string }[] = []
      for (const id of new Set(ids)) {
        try {
          const { state } = await database.transaction(tx => act(tx, storeId, id, by, reason as Reason))
          result.push({ id, state })
        } catch (error) {
          if (!(error instanceof ApiError) || error.status >= 500) throw error
          const { error_code, message } = catalogue[error.errorName]
          refused.push({ id, error_code, message })
        }
      }
      return { result, refused }
    },
  })
}

const actions = {
  publish: publishReview,
  restore: restoreReview,
  pin: pinReview,
  unpin: unpinReview,
  mark_insider: markInsider,
  unmark_insider: unmarkInsider,
  reject: (tx: Connection, storeId: string, id: string, by: By, reason: Reason) =>
    rejectReview(tx, storeId, id, reason, by),
  remove: (tx: Connection, storeId: string, id: string, by: By, reason: Reason) =>
    removeReview(tx, storeId, id, reason, by),
}

/** PUT /admin/api/stores/{store_id}/reviews/{id}/reply: sets the store's reply. null removes it. */
export function answerReview({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'replyToReview',
      summary: 'Reply to a review',
      params: storeItemPath,
      body: reply,
    },
    handler: async ({ params, body, user }, answer) => {
      const { storeId, id } = params
      const { body: text } = body
      const by = byOf(user, clock)
      await database.transaction(tx => replyToReview(tx, storeId, id, text, by))
      return answer.status(204).send()
    },
  })
}

async function withProducts(
  db: Connection,
  storeId: string,
  reviews: ListedReview[],
): Promise<z.infer<typeof shownReview>[]> {
  const names = await productNames(
    db,
    storeId,
    reviews.map(review => review.product_id),
  )
  return reviews.map(review => ({
    ...review,
    attributes: sentAnswers(review.attributes),
    product_name: names.get(review.product_id) ?? null,
    reports: review.reports.map(datedReport),
  }))
}

function withoutUndefined<T extends object>(values: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
