import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { averageSql, summaryRows, totalSql } from '../../../answers/reviews/sums/summary-rows.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { readInstant } from '../../../foundation/lib/time/instant.ts'

/** The sort orders of the catalogue. Sorted by reviews, products without any come last, by name. */
export const productSorts = ['name', 'newest', 'most_reviews', 'lowest_rating'] as const

/** The parts of the catalogue. Each but `all` has a fixed order. */
export const productParts = ['all', 'without_reviews', 'grouped', 'not_asked'] as const

export type ProductQuestion = {
  part: (typeof productParts)[number]
  sort: (typeof productSorts)[number]
  /** Searches name, id and SKU, ignoring case and accents. */
  text?: string | undefined
  /** The cursor of the previous page. */
  after?: string | undefined
  limit: number
}

/** The ids of one page, and the cursor of the next; null on the last page. */
export async function listProductIds(
  db: Connection,
  storeId: string,
  { part, sort, text, after, limit }: ProductQuestion,
): Promise<{ ids: string[]; next: string | null }> {
  const names = rangesOf[part === 'all' ? sort : part]
  const position = after === undefined ? undefined : readProductCursor(after)
  const found: Position[] = []
  const first = position ? names.indexOf(position.range) : 0
  for (const name of names.slice(Math.max(first, 0))) {
    if (found.length > limit) break
    const from = position?.range === name ? position : undefined
    found.push(...(await readRange(db, storeId, name, { text, from, limit: limit + 1 - found.length })))
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    ids: shown.map(({ id }) => id),
    next: found.length > limit && last ? writeProductCursor(last) : null,
  }
}

type Order = ProductQuestion['sort'] | Exclude<ProductQuestion['part'], 'all'>

/** A position between pages: the range, its key, and the product's id. */
type Position = { range: RangeName; key: string | number; id: string }

// Each range is read in the order of one index, and continues after the previous page.
const rangesOf: Record<Order, RangeName[]> = {
  name: ['by_name'],
  newest: ['by_age'],
  most_reviews: ['by_total', 'unrated'],
  lowest_rating: ['by_average', 'unrated'],
  without_reviews: ['unrated'],
  grouped: ['by_group'],
  not_asked: ['not_asked'],
}

type RangeName = 'by_name' | 'by_age' | 'by_total' | 'by_average' | 'unrated' | 'by_group' | 'not_asked'

// `key` matches the index of migrations/0024; `type` is the SQL type of the cursor's key.
const ranges: Record<RangeName, { key: string; type: string; where?: string; from?: string; down?: true }> = {
  by_name: { key: 'sort_name', type: 'text' },
  by_age: { key: 'created_at', type: 'timestamptz', down: true },
  by_total: { key: totalSql, type: 'integer', from: summaryRows, where: `${totalSql} > 0`, down: true },
  by_average: { key: averageSql, type: 'double precision', from: summaryRows, where: `${totalSql} > 0` },
  unrated: { key: 'sort_name', type: 'text', where: 'not rated' },
  not_asked: { key: 'sort_name', type: 'text', where: 'not asks_for_reviews' },
  // The newest groups first, with the products of each together.
  by_group: { key: 'group_id', type: 'uuid', where: 'group_id is not null', down: true },
}

async function readRange(
  db: Connection,
  storeId: string,
  range: RangeName,
  { text, from, limit }: { text: string | undefined; from: Position | undefined; limit: number },
): Promise<Position[]> {
  const { key, type, where, from: table, down } = ranges[range]
  const conditions = [
    sql`store_id = ${storeId}`,
    table === undefined ? raw('hidden_at is null') : isListed(storeId),
    where ? raw(where) : empty,
    text ? hasText(storeId, text, table !== undefined) : empty,
    from
      ? sql`(${raw(key)}, product_id) ${raw(down ? '<' : '>')} (${from.key}::${raw(type)}, ${from.id}::text)`
      : empty,
  ].filter(condition => condition !== empty)
  const direction = raw(down ? 'desc' : 'asc')
  const rows = await db.query<{ id: string; key: string | number | Date }>(sql`
    select product_id as id, ${raw(key)} as key
    from ${raw(table ?? 'products')}
    where ${join(conditions, ' and ')}
    order by ${raw(key)} ${direction}, product_id ${direction}
    limit ${limit}`)
  return rows.map(row => ({
    range,
    id: row.id,
    key: row.key instanceof Date ? row.key.toISOString() : row.key,
  }))
}

// Sums have a row of their own for each product.
function isListed(storeId: string): Sql {
  return sql`not exists (
    select
    from products
    where products.store_id = ${storeId} and products.product_id = rating_summaries.product_id
      and hidden_at is not null
  )`
}

// Trigrams need three characters. Shorter text is searched at the start of words, which have trigrams of their own.
function hasText(storeId: string, text: string, isJoined: boolean): Sql {
  const escaped = text.trim().replace(/[\\%_]/g, sign => `\\${sign}`)
  const pattern = [...text.trim()].length < 3 ? `% ${escaped}%` : `%${escaped}%`
  const matches = sql`search_text like plain_text(${pattern})`
  if (!isJoined) return matches
  return sql`product_id in (select product_id from products where store_id = ${storeId} and ${matches})`
}

function writeProductCursor({ range, key, id }: Position): string {
  return Buffer.from(JSON.stringify([range, key, id])).toString('base64url')
}

/** Undefined unless `writeProductCursor` wrote the text. */
export function readProductCursor(cursor: string): Position | undefined {
  try {
    const [range, key, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const { type } = ranges[range as RangeName]
    if (typeof id !== 'string' || id.includes('\0') || rest.length > 0) return undefined
    return readers[type]?.(key) ? { range, key, id } : undefined
  } catch {
    return undefined
  }
}

const readers: Record<string, (key: unknown) => boolean> = {
  text: key => typeof key === 'string' && !key.includes('\0'),
  timestamptz: key => typeof key === 'string' && isOurs(key),
  integer: key => Number.isInteger(key) && Math.abs(key as number) <= 2_147_483_647,
  'double precision': key => typeof key === 'number' && Number.isFinite(key),
  uuid: key => typeof key === 'string' && isUuid(key),
}

// PostgreSQL supports fewer offsets than ISO 8601, so accept only the exact form that we write.
function isOurs(instant: string): boolean {
  const milliseconds = readInstant(instant)
  return milliseconds !== undefined && new Date(milliseconds).toISOString() === instant
}
