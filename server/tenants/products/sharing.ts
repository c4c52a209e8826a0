import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Pipeline } from '../../foundation/database/pipeline.ts'

// Products of a group display each other's reviews and questions: docs/decisions/0019.

/** The most products of a group. A page sums its group's products on each read, so their number is limited. */
export const mostInGroup = 100

/** Whether a group of the store has more products than any may have. Only an archive can bring such a group. */
export async function hasLargeGroup(db: Connection, storeId: string): Promise<boolean> {
  const large = await db.query(sql`
    select group_id
    from products
    where store_id = ${storeId} and group_id is not null
    group by group_id
    having count(*) > ${mostInGroup}
    limit 1`)
  return large.length > 0
}

/** For reads of other domains: product rows to join, for `sharingWith`. */
export const productRows = '(select store_id, product_id, sku, group_id, rated from products) as product_rows'

/** SQL: the ids of the products that share with one of `productRows`, including itself. $1 is the store. */
export const sharingWith = `
  case
    when product_rows.group_id is null then array[product_rows.product_id]
    else array(
      select member.product_id
      from products as member
      where member.store_id = $1 and member.group_id = product_rows.group_id
    )
  end`

/**
 * SQL: a query of one row, whose `ids` are all products that share with those of the array, without duplicates; of an
 * array without any product of the store, itself. $1 is the store. `isOne` (nearly always) needs no removal of duplicates.
 */
export function sharingIds(asked: string, isOne = false): string {
  const where = `store_id = $1 and product_id = any(${asked}::text[])`
  if (isOne)
    return `select coalesce((select ${sharingWith} from ${productRows} where ${where}), ${asked}::text[]) as ids`
  return `
    select coalesce(array_agg(distinct member_id), ${asked}::text[]) as ids
    from ${productRows}
    cross join lateral unnest(${sharingWith}) as member_id
    where ${where}`
}

/** SQL: like `sharingIds`, as rows of product_id. Includes requested ids that the store does not have. */
export function sharingRows(storeId: string, productIds: string[]): Sql {
  return sql`
    select asked_id as product_id
    from unnest(${productIds}::text[]) as asked_id
    union
    select member.product_id
    from products as asked
    join products as member on member.store_id = ${storeId} and member.group_id = asked.group_id
    where asked.store_id = ${storeId} and asked.product_id = any(${productIds}::text[])`
}

/** The ids of all products that share with these, without duplicates. */
export async function productsSharing(
  db: Pipeline,
  storeId: string,
  productIds: string[],
): Promise<string[]> {
  const [row] = await db.query<{ ids: string[] }>({ ...sharing, values: [storeId, productIds] })
  return row?.ids ?? []
}

const sharing = { name: 'products-sharing', text: sharingIds('$2') }

/**
 * Takes the shared lock on the store's groups until the transaction ends. A transaction that locks product rows, and
 * then more rows, must call it first to avoid deadlocks.
 */
export async function shareGroupLock(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`groups ${storeId}`}, 0))`)
}

/**
 * Takes the exclusive lock on the store's groups until the transaction ends. An advisory lock, because row locks
 * starve writers: new shared locks pass a waiting exclusive one. While reviews kept arriving, a group could not be
 * created for 15 seconds.
 */
export async function lockGroups(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`groups ${storeId}`}, 0))`)
}

/** Marks products that got their first published review, or lost their last one. */
export async function markRated(
  tx: Connection,
  storeId: string,
  products: { product_id: string; rated: boolean }[],
): Promise<void> {
  if (products.length === 0) return
  await shareGroupLock(tx, storeId)
  await lockProducts(
    tx,
    storeId,
    products.map(({ product_id }) => product_id),
  )
  await tx.query(sql`
    update products
    set rated = mark.rated
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as mark(product_id text, rated boolean)
    where products.store_id = ${storeId} and products.product_id = mark.product_id`)
}

/**
 * Locks rows in the order of their key, like writers of products. An update alone follows its plan, and two of them
 * can deadlock.
 */
export async function lockProducts(tx: Connection, storeId: string, ids: string[]): Promise<void> {
  await tx.query(sql`
    select
    from products
    where store_id = ${storeId} and product_id = any(${ids}::text[])
    order by product_id
    for no key update`)
}

/** The group of each of the products that is in one. */
export async function groupsOfProducts(
  db: Connection,
  storeId: string,
  productIds: string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ product_id: string; group_id: string }>(sql`
    select product_id, group_id
    from products
    where store_id = ${storeId} and product_id = any(${productIds}::text[]) and group_id is not null`)
  return new Map(rows.map(({ product_id, group_id }) => [product_id, group_id]))
}
