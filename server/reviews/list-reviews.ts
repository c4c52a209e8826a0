import sql, { empty, join, raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { type Place, writeCursor } from '../lib/cursor.ts'
import type { Flag } from '../moderation/checks.ts'
import { flagsOf } from '../moderation/moderation.ts'
import { type Report, reportsOf } from './reports.ts'
import { columnNames, type Review, type ReviewState } from './reviews.ts'

/**
 * Which reviews a moderator wants to see. By stars only what is shown already can be looked up (`published`):
 * what waits is decided without, and docs/moderation.md says why.
 */
export type ReviewFilter = {
  /** That one alone: a link to it finds it, however far down a list it stands. */
  id?: string
  state?: ReviewState
  productId?: string
  /** Only those in which a check found something. */
  flagged?: boolean
  /** Only those that visitors reported. */
  reported?: boolean
  /** In title, body or name, whatever the case. */
  text?: string
  /** Only those with pictures. */
  pictures?: boolean
  /** A language tag. */
  language?: string
  /** Stars; of no effect but with the state `published`. */
  rating?: number
}

export type Page = { oldestFirst?: boolean | undefined; after?: Place | undefined; limit: number }

export type ListedReview = Review & { flags: Flag[]; reports: Report[] }

export type Listed<Item> = {
  result: Item[]
  /** For the page after this one; null when this is the last. */
  next: string | null
}

/** A page of a store's reviews by date, newest first unless asked otherwise. */
export async function listReviews(
  db: Connection,
  storeId: string,
  filter: ReviewFilter,
  page: Page,
): Promise<Listed<ListedReview>> {
  const id = raw('reviews.id')
  const conditions = [
    sql`store_id = ${storeId}`,
    filter.id === undefined ? empty : sql`id = ${filter.id}`,
    filter.state === undefined ? empty : sql`state = ${filter.state}`,
    filter.productId === undefined ? empty : sql`product_id = ${filter.productId}`,
    filter.flagged ? sql`${flagsOf(storeId, 'review', id)} is not null` : empty,
    filter.reported ? sql`${reportsOf(storeId, id)} is not null` : empty,
    filter.text === undefined
      ? empty
      : sql`position(lower(${filter.text}) in lower(title || ' ' || body || ' ' || display_name)) > 0`,
    filter.pictures ? sql`pictures <> '[]'` : empty,
    filter.language === undefined ? empty : sql`language = ${filter.language}`,
    filter.rating !== undefined && filter.state === 'published' ? sql`rating = ${filter.rating}` : empty,
    afterPlace(page),
  ].filter(condition => condition !== empty)
  const rows = await db.query<Review & { flags: Flag[] | null; reports: Report[] | null }>(sql`
    select ${columnNames}, ${flagsOf(storeId, 'review', id)} as flags, ${reportsOf(storeId, id)} as reports
    from reviews
    where ${join(conditions, ' and ')}
    order by ${byDate(page)}
    limit ${page.limit + 1}`)
  return pageOf(
    rows.map(row => ({ ...row, flags: row.flags ?? [], reports: row.reports ?? [] })),
    page,
  )
}

/** For lists by `created_at` and `id`: what comes after the page before. */
export function afterPlace({ after, oldestFirst }: Page) {
  if (!after) return empty
  return sql`(created_at, id) ${raw(oldestFirst ? '>' : '<')} (${after.at}::timestamptz, ${after.id}::uuid)`
}

export function byDate({ oldestFirst }: Page) {
  return raw(oldestFirst ? 'created_at, id' : 'created_at desc, id desc')
}

/** What was asked for of rows among which there may be one more, and where the next page begins. */
export function pageOf<Item extends { id: string; created_at: Date }>(
  rows: Item[],
  { limit }: Page,
): Listed<Item> {
  const result = rows.slice(0, limit)
  const last = result.at(-1)
  return {
    result,
    next: rows.length > limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  }
}
