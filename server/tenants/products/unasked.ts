import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { longestPicture } from '../../foundation/storage/pictures/limits.ts'
import type { NoProductKind } from './no-products.ts'

/** Those of the products that review requests do not ask about. */
export async function unaskedAmong(
  db: Connection,
  storeId: string,
  productIds: Iterable<string>,
): Promise<Set<string>> {
  const ids = [...new Set(productIds)]
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ product_id: string }>(sql`
    select product_id
    from products
    where store_id = ${storeId} and product_id = any(${ids}::text[]) and not asks_for_reviews`)
  return new Set(rows.map(({ product_id }) => product_id))
}

/** What a request reads of the catalogue about a product of an order. */
export type CatalogueEntry = { isAsked: boolean; picture: string | null }

/** The catalogue's entries of the products of orders. The pictures of many orders were never sent with them. */
export async function catalogueEntries(
  db: Connection,
  storeId: string,
  productIds: Iterable<string>,
): Promise<Map<string, CatalogueEntry>> {
  const ids = [...new Set(productIds)]
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ product_id: string } & CatalogueEntry>(sql`
    select product_id, asks_for_reviews as "isAsked",
      case when length(pictures ->> 0) <= ${longestPicture} then pictures ->> 0 end as picture
    from products
    where store_id = ${storeId} and product_id = any(${ids}::text[])`)
  return new Map(rows.map(({ product_id, ...entry }) => [product_id, entry]))
}

/** A product, and what its shop says that it is. */
export type NoProduct = {
  product_id: string
  sku: string
  name: string
  price: number
  url: string
  recognised_as: NoProductKind
}

/**
 * Switches off what a shop itself calls a gift card or the like, and adds it to the catalogue if it is not in there. One
 * that was recognised before stays as it is: somebody may have switched it on.
 */
export async function switchOffNoProducts(
  tx: Connection,
  storeId: string,
  products: NoProduct[],
  at: Date,
): Promise<void> {
  if (products.length === 0) return
  const rows = JSON.stringify(products.map(product => ({ ...product, id: uuid() })))
  await tx.query(sql`
    insert into products as known (
      store_id, product_id, id, sku, name, price, url, created_at, asks_for_reviews, recognised_as
    )
    select distinct on (product_id) own.store_id, product_id, id, sku, name, price, url, ${at}::timestamptz, false,
      recognised_as
    from ${ownStore(storeId)} as own, jsonb_to_recordset(${rows}::jsonb) as said(
      product_id text, id uuid, sku text, name text, price numeric, url text, recognised_as text
    )
    order by product_id
    on conflict (store_id, product_id) do update
    set asks_for_reviews = false, recognised_as = excluded.recognised_as, updated_at = excluded.created_at
    where known.asks_for_reviews and known.recognised_as is null`)
}
