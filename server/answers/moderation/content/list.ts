import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { changedSince } from '../../../foundation/database/changed-since.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { type PagePosition, writeCursor } from '../../../foundation/lib/ids/cursor.ts'
import { matchAll } from '../../../tenants/stores/searching.ts'
import { readKnownStore } from '../../../tenants/stores/stores.ts'
import type { Flag } from '../checks.ts'
import { flagsOf } from '../flags.ts'
import { type ContentState, contentStates } from '../states.ts'
import { type Content, type ContentKind, columnsOf } from './content-kind.ts'

/** The filters that reviews, questions and answers share. */
export type ContentFilter = {
  /** Only this record. A link to a record must find it on any page of the list. */
  id?: string
  state?: ContentState
  productId?: string
  /** Only flagged records. */
  flagged?: boolean
  /** Only records with reports that nobody decided about. */
  reported?: boolean
  /** Words of the texts, or a part of them or of the name, regardless of case. */
  text?: string
  /** A language tag. */
  language?: string
  /** Only records without a reply of the store. */
  unanswered?: boolean
  /** Only records written from this time on, and before that one. */
  from?: Date
  until?: Date
}

export type Page = { oldestFirst?: boolean | undefined; after?: PagePosition | undefined; limit: number }

export type Listed<Item> = {
  result: Item[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** Conditions and columns of one kind of content. `empty` conditions are ignored. */
type Extra = { conditions: Sql[]; columns?: Sql[] }

/** A page of a store's records by date, newest first by default. `Row` also has the extra columns. */
export async function listContent<Item extends Content, Row extends Item & { flags: Flag[] }>(
  db: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  filter: ContentFilter,
  page: Page,
  extra: Extra,
): Promise<Listed<Row>> {
  const conditions = [...conditionsOf(storeId, filter, extra.conditions), afterCursor(page)].filter(
    condition => condition !== empty,
  )
  const rows = await readPage<Row>(db, storeId, page, {
    columns: columnsToList(storeId, kind, extra),
    table: kind.table,
    states: filter.state === undefined && filter.id === undefined ? contentStates : undefined,
    conditions: filter.state === undefined ? conditions : [...conditions, hasState(filter.state)],
    found: filter.text === undefined ? undefined : await foundBy(db, storeId, kind, filter.text),
  })
  const result = rows.slice(0, page.limit)
  const last = result.at(-1)
  const isMore = rows.length > page.limit && last
  return { result, next: isMore ? writeCursor({ at: last.created_at, id: last.id }) : null }
}

/**
 * A page of the records that were written or changed since then, the last change first; see `changedSince`. `Row` also
 * has the extra columns.
 */
export async function listChangedContent<Item extends Content, Row extends Item & { flags: Flag[] }>(
  db: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  filter: ContentFilter,
  page: { since: Date; after?: PagePosition | undefined; limit: number },
  extra: Extra,
): Promise<Listed<Row>> {
  const { state } = filter
  const conditions = [
    ...conditionsOf(storeId, filter, extra.conditions),
    ...(state === undefined ? [] : [hasState(state)]),
  ]
  const table = {
    table: kind.table,
    id: raw('id'),
    written: raw('created_at'),
    ranges: contentStates.map(hasState),
  }
  const { ids, next } = await changedSince(db, storeId, table, { ...page, conditions })
  const columns = columnsToList(storeId, kind, extra)
  const rows = await db.query<Row>(sql`
    select ${columns}
    from ${kind.table}
    where store_id = ${storeId} and id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], id)`)
  return { result: rows, next: next && writeCursor(next) }
}

function columnsToList<Item extends Content>(storeId: string, kind: ContentKind<Item>, extra: Extra): Sql {
  const flags = flagsOf(storeId, kind.name, sql`${kind.table}.id`)
  return join([columnsOf(kind), sql`coalesce(${flags}, '[]') as flags`, ...(extra.columns ?? [])])
}

function conditionsOf(storeId: string, filter: ContentFilter, extra: Sql[]): Sql[] {
  return [
    sql`store_id = ${storeId}`,
    filter.id === undefined ? empty : sql`id = ${filter.id}`,
    filter.productId === undefined ? empty : sql`product_id = ${filter.productId}`,
    filter.flagged ? sql`flagged` : empty,
    filter.reported ? sql`reported` : empty,
    filter.language === undefined ? empty : sql`language = ${filter.language}`,
    filter.unanswered ? sql`reply is null` : empty,
    filter.from ? sql`created_at >= ${filter.from}` : empty,
    filter.until ? sql`created_at < ${filter.until}` : empty,
    ...extra,
  ].filter(condition => condition !== empty)
}

const hasState = (state: ContentState) => sql`state = ${state}`

/** The number of records in a state, at most `mostCounted`; `more` if there are more of them. */
export type StateCount = { count: number; more: boolean }

const mostCounted = 1_000

/**
 * Counts a store's records by state, each up to `mostCounted`. Null if the filters are not the prefix of one index: the
 * count would then read records that it does not count, without a limit.
 */
export async function countByState<Item extends Content>(
  db: Connection,
  storeId: string,
  { table }: ContentKind<Item>,
  filter: ContentFilter,
  extra: Sql[],
): Promise<(Record<ContentState, StateCount> & { all: StateCount }) | null> {
  const { id, text, productId, flagged, reported, language, unanswered } = filter
  const indexed = [productId !== undefined, flagged, reported, language !== undefined, unanswered, ...extra]
  const isCounted = id === undefined && !text && indexed.filter(used => used && used !== empty).length <= 1
  if (!isCounted) return null
  const conditions = conditionsOf(storeId, filter, extra)
  const counts = contentStates.map(
    state => sql`
      select ${state}::text as state, count(*)::integer as count
      from (
        select
        from ${table}
        where ${join([...conditions, hasState(state)], ' and ')}
        limit ${mostCounted + 1}
      ) as counted`,
  )
  const rows = await db.query<{ state: ContentState; count: number }>(join(counts, ' union all '))
  const byState = Object.fromEntries(rows.map(({ state, count }) => [state, capped(count)]))
  const all = capped(rows.reduce((sum, { count }) => sum + count, 0))
  return { ...(byState as Record<ContentState, StateCount>), all }
}

const capped = (count: number): StateCount => ({
  count: Math.min(count, mostCounted),
  more: count > mostCounted,
})

function afterCursor({ after, oldestFirst }: Page): Sql {
  if (!after) return empty
  return sql`(created_at, id) ${raw(oldestFirst ? '>' : '<')} (${after.at}::timestamptz, ${after.id}::uuid)`
}

function byDate({ oldestFirst }: Page): Sql {
  return raw(oldestFirst ? 'created_at, id' : 'created_at desc, id desc')
}

type RowsWanted = {
  columns: Sql
  table: Sql
  /** The states of a list of several. Each is one range of every index, so that the ranges are merged by date. */
  states: readonly ContentState[] | undefined
  conditions: Sql[]
  found: Found | undefined
}

/** Conditions of the text filter: a part as somebody wrote it, or words as the search of the store's pages finds them. */
type Found = { written: Sql; words: Sql | undefined }

// Scanning this many rows is faster than sorting all matches of a common word in the trigram index.
const newest = 3_000

/**
 * Reads the rows of a page and one more, by date. A text filter scans the first rows. If they do not fill the page, it
 * searches all rows through the index. The first rows contain the common words, and rare words match few rows.
 * PostgreSQL cannot choose between the two plans, because its word statistics cover all stores together.
 */
async function readPage<Row>(
  db: Connection,
  storeId: string,
  page: Page,
  { columns, table, states, conditions, found: filter }: RowsWanted,
): Promise<Row[]> {
  const range = (most: number, more: Sql[] = []) => sql`
    select *
    from ${table}
    where ${join([...conditions, ...more], ' and ')}
    order by ${byDate(page)}
    limit ${most}`
  const first = (most: number) => {
    if (!states) return range(most)
    const ranges = states.map(state => sql`(${range(most, [hasState(state)])})`)
    return sql`
      select *
      from (${join(ranges, ' union all ')}) as ranges
      order by ${byDate(page)}
      limit ${most}`
  }
  const read = async (from: Sql) =>
    await db.query<Row>(sql`
      select ${columns}
      from (${from}) as ${table}
      order by ${byDate(page)}
      limit ${page.limit + 1}`)
  if (!filter) return await read(first(page.limit + 1))
  const { written, words } = filter
  const either = words ? sql`(${written} or ${words})` : written
  const rows = await read(sql`select * from (${first(newest)}) as newest where ${either}`)
  if (rows.length > page.limit) return rows
  const idsWith = (more: Sql[]) =>
    sql`select id from ${table} where ${join([...conditions, ...more], ' and ')}`
  // Two statements, because the index on words contains published records alone, and none serves "or".
  const found = words
    ? sql`${idsWith([written])} union ${idsWith([hasState('published'), words])}`
    : idsWith([written])
  return await read(sql`
    select each.*
    from (${found}) as matching
    cross join lateral (
      select *
      from ${table}
      where store_id = ${storeId} and id = matching.id
      limit 1
    ) as each`)
}

async function foundBy<Item extends Content>(
  db: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  part: string,
): Promise<Found> {
  const query = matchAll(await readKnownStore(db, storeId), part)
  return { written: hasPart(kind, part), words: query && sql`search @@ (select ${query})` }
}

// Fewer than three characters match only the beginning of a word, because a trigram index finds nothing shorter
// elsewhere. The inner `select` keeps the planner from estimating how many rows match.
function hasPart<Item extends Content>({ textSql }: ContentKind<Item>, part: string): Sql {
  const escaped = part.replace(/[\\%_]/g, sign => `\\${sign}`)
  const pattern = [...part].length < 3 ? `% ${escaped}%` : `%${escaped}%`
  // In lower case like the trigram index of migrations/0031.
  return sql`lower(' ' || ${textSql}) like (select lower(${pattern}))`
}
