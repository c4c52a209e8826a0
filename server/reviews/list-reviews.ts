import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { type Place, writeCursor } from '../lib/cursor.ts'
import type { Flag } from '../moderation/checks.ts'
import { flagsOf } from '../moderation/flags.ts'
import type { ContentState } from '../moderation/states.ts'
import { type Report, reportsOf } from './reports.ts'
import { columnNames, type Review } from './reviews.ts'

/**
 * Which reviews a moderator wants to see. By stars only what is shown already can be looked up (`published`):
 * what waits is decided without, and docs/explanation/moderation.md says why.
 */
export type ReviewFilter = {
  /** That one alone: a link to it finds it, however far down a list it stands. */
  id?: string
  state?: ContentState
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
    filter.flagged ? sql`flagged` : empty,
    filter.reported ? sql`reported` : empty,
    filter.pictures ? sql`pictures <> '[]'` : empty,
    filter.language === undefined ? empty : sql`language = ${filter.language}`,
    filter.rating !== undefined && filter.state === 'published' ? sql`rating = ${filter.rating}` : empty,
    afterPlace(page),
  ].filter(condition => condition !== empty)
  const rows = await readListed<Review & { flags: Flag[] | null; reports: Report[] | null }>(db, page, {
    columns: sql`${columnNames}, ${flagsOf(storeId, 'review', id)} as flags, ${reportsOf(storeId, id)} as reports`,
    table: raw('reviews'),
    conditions,
    // As the index of migrations/0031 has it.
    text: sql`lower(' ' || title || ' ' || body || ' ' || display_name)`,
    part: filter.text,
  })
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

function byDate({ oldestFirst }: Page) {
  return raw(oldestFirst ? 'created_at, id' : 'created_at desc, id desc')
}

type RowsWanted = {
  columns: Sql
  /** Its alias in `columns` is its own name. */
  table: Sql
  conditions: Sql[]
  /** What `part` is looked for in, as an index of trigrams has it: in small letters. */
  text: Sql
  part: string | undefined
}

// So many rows are looked through faster than what an index of trigrams finds of a common word can be sorted.
const newest = 3_000

/**
 * The rows of a page and one more, by date. A part of the text is looked for in the first rows, and where they
 * do not fill the page in all of them, by the index: common words are in the first rows, and of others there
 * are few. PostgreSQL is not asked to choose between the two: what it knows of words is of all stores together.
 */
export async function readListed<Row>(
  db: Connection,
  page: Page,
  { columns, table, conditions, text, part }: RowsWanted,
): Promise<Row[]> {
  const first = (from: Sql, most: number) => sql`
    select *
    from ${from}
    where ${join(conditions, ' and ')}
    order by ${byDate(page)}
    limit ${most}`
  const read = async (from: Sql) =>
    await db.query<Row>(sql`
      select ${columns}
      from (${from}) as ${table}
      order by ${byDate(page)}
      limit ${page.limit + 1}`)
  if (part === undefined) return await read(first(table, page.limit + 1))
  const found = await read(
    sql`select * from (${first(table, newest)}) as newest where ${hasPart(text, part)}`,
  )
  if (found.length > page.limit) return found
  return await read(sql`
    select *
    from ${table}
    where ${join([...conditions, hasPart(text, part)], ' and ')}
    offset 0`)
}

// What is shorter than three signs is looked for where words begin: an index of trigrams finds nothing shorter
// elsewhere. The inner `select` keeps the planner from guessing how many rows have this part.
function hasPart(text: Sql, part: string): Sql {
  const escaped = part.replace(/[\\%_]/g, sign => `\\${sign}`)
  const pattern = [...part].length < 3 ? `% ${escaped}%` : `%${escaped}%`
  return sql`${text} like (select lower(${pattern}))`
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
