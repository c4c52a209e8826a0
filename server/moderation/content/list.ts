import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../database/connect.ts'
import { type PagePosition, writeCursor } from '../../lib/cursor.ts'
import type { Flag } from '../checks.ts'
import { flagsOf } from '../flags.ts'
import type { ContentState } from '../states.ts'
import { type Content, type ContentKind, columnsOf } from './content-kind.ts'

/** The filters that reviews and questions share. */
export type ContentFilter = {
  /** Only this record. A link to a record must find it on any page of the list. */
  id?: string
  state?: ContentState
  productId?: string
  /** Only flagged records. */
  flagged?: boolean
  /** A part of the texts or the name, regardless of case. */
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
  /** The searched text, in lower case like the trigram index of migrations/0031. */
  text: Sql
  part: string | undefined
}

// Scanning this many rows is faster than sorting all matches of a common word in the trigram index.
const newest = 3_000

/**
 * Reads the rows of a page and one more, by date. A text filter scans the first rows. If they do not fill the page, it
 * searches all rows through the index. The first rows contain the common words, and rare words match few rows.
 * PostgreSQL cannot choose between the two plans, because its word statistics cover all stores together.
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

// Fewer than three characters match only the beginning of a word, because a trigram index finds nothing shorter
// elsewhere. The inner `select` keeps the planner from estimating how many rows match.
function hasPart(text: Sql, part: string): Sql {
  const escaped = part.replace(/[\\%_]/g, sign => `\\${sign}`)
  const pattern = [...part].length < 3 ? `% ${escaped}%` : `%${escaped}%`
  return sql`${text} like (select lower(${pattern}))`
}
