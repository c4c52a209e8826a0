import sql, { empty, raw } from 'sql-template-tag'
import { changedSince, type Place } from '../../foundation/database/changed-since.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { readProducts, type StoredProduct } from './catalogue.ts'

type Wanted = { sku?: string | undefined; after?: Place | undefined; limit: number; since?: Date | undefined }

type Page = { result: StoredProduct[]; next: Place | null }

/** A page of the listed products, newest first. With `since`: see `changedSince`. */
export async function listProducts(db: Connection, storeId: string, wanted: Wanted): Promise<Page> {
  const { since } = wanted
  const { ids, next } =
    since === undefined
      ? await newestProducts(db, storeId, wanted)
      : await changed(db, storeId, wanted, since)
  return { result: await readProducts(db, storeId, ids), next }
}

async function newestProducts(db: Connection, storeId: string, { sku, after, limit }: Wanted) {
  const found = await db.query<Place>(sql`
    select product_id as id, created_at as at
    from products
    where store_id = ${storeId} and hidden_at is null
      ${sku === undefined ? empty : sql`and sku = ${sku}`}
      ${after ? sql`and (created_at, product_id) < (${after.at}, ${after.id})` : empty}
    order by created_at desc, product_id desc
    limit ${limit + 1}`)
  const shown = found.slice(0, limit)
  return { ids: shown.map(({ id }) => id), next: found.length > limit ? (shown.at(-1) ?? null) : null }
}

const table = {
  table: raw('products'),
  id: raw('product_id'),
  written: raw('created_at'),
  ranges: [raw('hidden_at is null')],
}

async function changed(
  db: Connection,
  storeId: string,
  { sku, after, limit }: Wanted,
  since: Date,
): Promise<{ ids: string[]; next: Place | null }> {
  const conditions = [sql`hidden_at is null`, ...(sku === undefined ? [] : [sql`sku = ${sku}`])]
  return await changedSince(db, storeId, table, { since, after, limit, conditions })
}
