import sql, { empty, raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { Flag } from '../moderation/checks.ts'
import { type ContentFilter, type Listed, listContent, type Page } from '../moderation/content/list.ts'
import { type Report, reportsOf } from './reports.ts'
import { type Review, reviewContent } from './reviews.ts'

/**
 * The filters of a moderator. Stars filter only published reviews, because pending ones are decided without them
 * (docs/explanation/moderation.md).
 */
export type ReviewFilter = ContentFilter & {
  /** Only reviews that visitors reported. */
  reported?: boolean
  /** Only reviews with pictures. */
  pictures?: boolean
  /** Stars, from 1 to 5. Ignored unless `state` is `published`. */
  rating?: number
}

export type ListedReview = Review & { flags: Flag[]; reports: Report[] }

/** A page of a store's reviews by date, newest first by default. */
export async function listReviews(
  db: Connection,
  storeId: string,
  filter: ReviewFilter,
  page: Page,
): Promise<Listed<ListedReview>> {
  const { reported, pictures, rating, state } = filter
  return await listContent<Review, ListedReview>(db, storeId, reviewContent, filter, page, {
    conditions: [
      reported ? sql`reported` : empty,
      pictures ? sql`pictures <> '[]'` : empty,
      rating !== undefined && state === 'published' ? sql`rating = ${rating}` : empty,
    ],
    columns: [sql`coalesce(${reportsOf(storeId, raw('reviews.id'))}, '[]') as reports`],
  })
}
