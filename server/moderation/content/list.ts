import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../database/connect.ts'
import { type PagePosition, writeCursor } from '../../lib/cursor.ts'
import type { Flag } from '../checks.ts'
import { flagsOf } from '../flags.ts'
import type { ContentState } from '../states.ts'
import { type Content, type ContentKind, columnsOf } from './content-kind.ts'

/** The filters that reviews and questions share. */
export type ContentFilter = {
  /** Only this record: a link to it finds it, however far down the list it is. */
  id?: string
  state?: ContentState
  productId?: string
  /** Only those in which a check found something. */
  flagged?: boolean
  /** In the texts or the name, in any case. */
  text?: string
  /** A language tag. */
  language?: string
}

export type Page = { oldestFirst?: boolean | undefined; after?: PagePosition | undefined; limit: number }

export type Listed<Item> = {
  result: Item[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** What only one kind has: further conditions (`empty`: none) and columns. */
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
  const conditions = [
    sql`store_id = ${storeId}`,
    filter.id === undefined ? empty : sql`id = ${filter.id}`,
    filter.state === undefined ? empty : sql`state = ${filter.state}`,
    filter.productId === undefined ? empty : sql`product_id = ${filter.productId}`,
    filter.flagged ? sql`flagged` : empty,
    filter.language === undefined ? empty : sql`language = ${filter.language}`,
    ...extra.conditions,
    afterCursor(page),
  ].filter(condition => condition !== empty)
  const flags = flagsOf(storeId, kind.name, sql`${kind.table}.id`)
  const columns = [columnsOf(kind), sql`coalesce(${flags}, '[]') as flags`, ...(extra.columns ?? [])]
  const rows = await readPage<Row>(db, page, {
    columns: join(columns),
    table: kind.table,
    conditions,
    text: sql`lower(' ' || ${kind.textSql})`,
    part: filter.text,
  })
  const result = rows.slice(0, page.limit)
  const last = result.at(-1)
  const isMore = rows.length > page.limit && last
  return { result, next: isMore ? writeCursor({ at: last.created_at, id: last.id }) : null }
}

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
  conditions: Sql[]
  /** The text in which `part` is searched, as the trigram index of migrations/0031 has it: in lower case. */
  text: Sql
  part: string | undefined
}

// Scanning this many rows is faster than sorting what a trigram index finds of a common word.
const newest = 3_000

/**
 * The rows of a page and one more, by date. A part of the text is searched in the first rows. If they do not fill
 * the page, all rows are searched through the index: common words are in the first rows, and rare ones have few
 * rows. PostgreSQL does not choose between the two, because its statistics of words cover all stores together.
 */
async function readPage<Row>(
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

// A part of fewer than three characters is searched at the beginning of words: a trigram index finds nothing
// shorter elsewhere. The inner `select` keeps the planner from guessing how many rows have this part.
function hasPart(text: Sql, part: string): Sql {
  const escaped = part.replace(/[\\%_]/g, sign => `\\${sign}`)
  const pattern = [...part].length < 3 ? `% ${escaped}%` : `%${escaped}%`
  return sql`${text} like (select lower(${pattern}))`
}
