import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { markRated } from '../../../tenants/products/sharing.ts'
import type { Difference } from '../../moderation/content/content-kind.ts'
import { changeGroupSums, lockGroupSums } from './group-sums.ts'

/** The fields of a review that its product's summary depends on. */
export type Rated = {
  product_id: string
  rating: number
  recommended: boolean | null
  state: string
  pinned_at?: Date | null
}

const columns = ['one', 'two', 'three', 'four', 'five', 'recommended', 'not_recommended', 'pinned'] as const

type Counts = Record<(typeof columns)[number], number>

/**
 * Updates the summaries of the products in the transaction that changes the reviews. So a summary always equals the sum
 * of the product's published reviews, and the sums of a group that of its products. Products with published reviews are
 * marked as rated.
 */
export async function changeSummaries(
  tx: Connection,
  storeId: string,
  differences: Difference<Rated>[],
): Promise<void> {
  const changes = [...sumByProduct(differences)].filter(([, counts]) => Object.values(counts).some(Boolean))
  if (changes.length === 0) return
  const sums = changes.map(([product_id, counts]) => ({ product_id, ...counts }))
  const rows = JSON.stringify(sums)
  // In key order, so that concurrent transactions cannot deadlock.
  const totals = await tx.query<{ product_id: string; total: number }>(sql`
    insert into rating_summaries (
      store_id, product_id, one, two, three, four, five, recommended, not_recommended, pinned
    )
    select ${storeId}::uuid, product_id, one, two, three, four, five, recommended, not_recommended, pinned
    from jsonb_to_recordset(${rows}::jsonb) as change(
      product_id text, one integer, two integer, three integer, four integer, five integer,
      recommended integer, not_recommended integer, pinned integer
    )
    order by product_id
    on conflict (store_id, product_id) do update
    set one = rating_summaries.one + excluded.one,
      two = rating_summaries.two + excluded.two,
      three = rating_summaries.three + excluded.three,
      four = rating_summaries.four + excluded.four,
      five = rating_summaries.five + excluded.five,
      recommended = rating_summaries.recommended + excluded.recommended,
      not_recommended = rating_summaries.not_recommended + excluded.not_recommended,
      pinned = rating_summaries.pinned + excluded.pinned
    returning product_id, one + two + three + four + five as total`)
  await changeGroupSums(tx, storeId, sums)
  const differenceOf = new Map(changes.map(([id, counts]) => [id, totalOf(counts)]))
  const flipped = totals.filter(({ product_id, total }) => {
    const before = total - (differenceOf.get(product_id) ?? 0)
    return before > 0 !== total > 0
  })
  await markRated(
    tx,
    storeId,
    flipped.map(({ product_id, total }) => ({ product_id, rated: total > 0 })),
  )
}

/**
 * Locks the summaries of products whose reviews the caller then changes one by one, and the sums of their groups. Returns
 * the products in lock order. A transaction that locked a product between two summaries could deadlock.
 */
export async function lockSummaries(
  tx: Connection,
  storeId: string,
  productIds: string[],
): Promise<string[]> {
  // An existing row is locked too, but not written.
  await tx.query(sql`
    insert into rating_summaries (
      store_id, product_id, one, two, three, four, five, recommended, not_recommended
    )
    select ${storeId}::uuid, product_id, 0, 0, 0, 0, 0, 0, 0
    from unnest(${productIds}::text[]) as product_id
    order by product_id
    on conflict (store_id, product_id) do update
    set one = rating_summaries.one
    where false`)
  const locked = await tx.query<{ product_id: string }>(sql`
    select product_id
    from rating_summaries
    where store_id = ${storeId} and product_id = any(${productIds}::text[])
    order by product_id`)
  await lockGroupSums(tx, storeId, productIds)
  return locked.map(({ product_id }) => product_id)
}

function totalOf({ one, two, three, four, five }: Counts): number {
  return one + two + three + four + five
}

function sumByProduct(differences: Difference<Rated>[]): Map<string, Counts> {
  const sums = new Map<string, Counts>()
  const add = (rated: Rated | null, sign: 1 | -1) => {
    if (rated?.state !== 'published') return
    const counts =
      sums.get(rated.product_id) ?? (Object.fromEntries(columns.map(name => [name, 0])) as Counts)
    sums.set(rated.product_id, counts)
    counts[columns[rated.rating - 1] as 'one'] += sign
    if (rated.recommended === true) counts.recommended += sign
    if (rated.recommended === false) counts.not_recommended += sign
    if (rated.pinned_at) counts.pinned += sign
  }
  for (const { before, after } of differences) {
    add(before, -1)
    add(after, 1)
  }
  return sums
}
