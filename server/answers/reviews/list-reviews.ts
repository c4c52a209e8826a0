import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { PagePosition } from '../../foundation/lib/ids/cursor.ts'
import { isUuid } from '../../foundation/lib/ids/uuid.ts'
import { ofProducts, type Subject, storeItself } from '../../tenants/products/store-itself.ts'
import type { Flag } from '../moderation/checks.ts'
import {
  type ContentFilter,
  countByState,
  type Listed,
  listChangedContent,
  listContent,
  type Page,
} from '../moderation/content/list.ts'
import { reportsColumn, type ShownReport } from '../moderation/reports/reports.ts'
import { type Origin, originOf } from './origin.ts'
import { type Review, reviewContent } from './reviews.ts'

/**
 * The filters of a moderator. Stars filter only published reviews, because pending ones are decided without them
 * (docs/explanation/moderation.md).
 */
export type ReviewFilter = ContentFilter & {
  /** Only reviews with pictures. */
  pictures?: boolean
  /** Only reviews of products, or of the store itself. */
  subject?: Subject
  /** Stars, from 1 to 5. Ignored unless `state` is `published`. */
  rating?: number
}

export type ListedReview = Review & {
  subject: Subject
  flags: Flag[]
  reports: ShownReport[]
  /** The id that the program which sent it uses for it. */
  external_id: string | null
  origin: Origin | null
  origin_name: string | null
  incentivized: boolean | null
  insider: boolean
  pinned_at: Date | null
  /** When it was changed or, if it never was, written. */
  updated_at: Date
}

/** A page of a store's reviews by date, newest first by default. */
export async function listReviews(
  db: Connection,
  storeId: string,
  filter: ReviewFilter,
  page: Page,
): Promise<Listed<ListedReview>> {
  const listed = await listContent<Review, ListedReview>(db, storeId, reviewContent, filter, page, {
    conditions: conditionsOf(filter),
    columns: columnsOfList(storeId),
  })
  return withOrigins(listed)
}

/** A page of the reviews that were written or changed since then, the last change first; see `changedSince`. */
export async function listChangedReviews(
  db: Connection,
  storeId: string,
  filter: ReviewFilter,
  page: { since: Date; after?: PagePosition | undefined; limit: number },
): Promise<Listed<ListedReview>> {
  const listed = await listChangedContent<Review, ListedReview>(db, storeId, reviewContent, filter, page, {
    conditions: conditionsOf(filter),
    columns: columnsOfList(storeId),
  })
  return withOrigins(listed)
}

function withOrigins({ result, next }: Listed<ListedReview>): Listed<ListedReview> {
  return {
    result: result.map(review => ({ ...review, origin: originOf(review), insider: review.insider === true })),
    next,
  }
}

/** Throws `review_unknown`. */
export async function readListedReview(db: Connection, storeId: string, id: string): Promise<ListedReview> {
  const { result } = isUuid(id) ? await listReviews(db, storeId, { id }, { limit: 1 }) : { result: [] }
  const [review] = result
  if (!review) throw new ApiError('review_unknown')
  return review
}

function columnsOfList(storeId: string): Sql[] {
  return [
    reportsColumn(storeId, reviewContent),
    sql`coalesce(updated_at, created_at) as updated_at`,
    sql`case when ${raw(ofProducts)} then 'product' else 'store' end as subject`,
  ]
}

/** The numbers of the reviews that the filter finds in each state; null if it would read too many to count them. */
export async function countReviewsByState(db: Connection, storeId: string, filter: ReviewFilter) {
  // No index of this screen begins with stars.
  if (filter.rating !== undefined) return null
  return await countByState(db, storeId, reviewContent, filter, conditionsOf(filter))
}

function conditionsOf({ pictures, rating, state, subject }: ReviewFilter): Sql[] {
  return [
    subject === 'store' ? sql`product_id = ${storeItself}` : empty,
    subject === 'product' ? raw(ofProducts) : empty,
    pictures ? sql`pictures <> '[]'` : empty,
    rating !== undefined && state === 'published' ? sql`rating = ${rating}` : empty,
  ]
}
