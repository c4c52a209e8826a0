import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { shareGroupLock } from '../../../tenants/products/sharing.ts'

/** A product and what to add to each of its sums. */
export type SumChange = {
  product_id: string
  one: number
  two: number
  three: number
  four: number
  five: number
  recommended: number
  not_recommended: number
}

/**
 * Adds the changes of summaries to the sums of the products' groups, in the same transaction and after the summaries.
 * The shared lock keeps each product in its group until then: a change of groups waits for it and then sees the
 * summaries.
 */
export async function changeGroupSums(tx: Connection, storeId: string, changes: SumChange[]): Promise<void> {
  await shareGroupLock(tx, storeId)
  // In the order of groups, so that concurrent transactions cannot deadlock.
  await tx.query(sql`
    insert into group_summaries as kept (
      store_id, group_id, one, two, three, four, five, recommended, not_recommended
    )
    select store_id, group_id, sum(one), sum(two), sum(three), sum(four), sum(five), sum(recommended),
      sum(not_recommended)
    from products
    join jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change(
      product_id text, one integer, two integer, three integer, four integer, five integer,
      recommended integer, not_recommended integer
    ) on change.product_id = products.product_id
    where products.store_id = ${storeId} and group_id is not null
    group by store_id, group_id
    order by group_id
    on conflict (store_id, group_id) do update
    set one = kept.one + excluded.one,
      two = kept.two + excluded.two,
      three = kept.three + excluded.three,
      four = kept.four + excluded.four,
      five = kept.five + excluded.five,
      recommended = kept.recommended + excluded.recommended,
      not_recommended = kept.not_recommended + excluded.not_recommended`)
}

/** Locks the sums of the products' groups, in the order of groups, for a transaction that changes several of them. */
export async function lockGroupSums(tx: Connection, storeId: string, productIds: string[]): Promise<void> {
  await shareGroupLock(tx, storeId)
  // An existing row is locked too, but not written.
  await tx.query(sql`
    insert into group_summaries as kept (
      store_id, group_id, one, two, three, four, five, recommended, not_recommended
    )
    select store_id, group_id, 0, 0, 0, 0, 0, 0, 0
    from products
    where store_id = ${storeId} and product_id = any(${productIds}::text[]) and group_id is not null
    group by store_id, group_id
    order by group_id
    on conflict (store_id, group_id) do update
    set one = kept.one
    where false`)
}

/** Sums the groups of the products anew. Concurrent writers wait, or add their differences afterwards. */
export async function rebuildGroupSums(tx: Connection, storeId: string, productIds: string[]): Promise<void> {
  await lockGroupSums(tx, storeId, productIds)
  await writeSums(
    tx,
    storeId,
    sql`group_id in (
      select group_id
      from products
      where store_id = ${storeId} and product_id = any(${productIds}::text[])
    )`,
  )
}

/**
 * Sums the groups anew after their products changed, and deletes the sums of groups without products. The caller has
 * the exclusive lock on the store's groups.
 */
export async function moveGroupSums(tx: Connection, storeId: string, groupIds: string[]): Promise<void> {
  await tx.query(sql`
    delete from group_summaries
    where store_id = ${storeId} and group_id = any(${groupIds}::uuid[])`)
  await writeSums(tx, storeId, sql`group_id = any(${groupIds}::uuid[])`)
}

/** Sums all groups of a store that has no sums yet, for the restore of an archive. */
export async function sumAllGroups(tx: Connection, storeId: string): Promise<void> {
  await writeSums(tx, storeId, sql`group_id is not null`)
}

// A statement of its own sees everything that was committed before the rows were locked.
async function writeSums(tx: Connection, storeId: string, which: Sql): Promise<void> {
  await tx.query(sql`
    insert into group_summaries (
      store_id, group_id, one, two, three, four, five, recommended, not_recommended
    )
    select products.store_id, group_id, sum(one), sum(two), sum(three), sum(four), sum(five), sum(recommended),
      sum(not_recommended)
    from products
    join rating_summaries
      on rating_summaries.store_id = ${storeId} and rating_summaries.product_id = products.product_id
    where products.store_id = ${storeId} and ${which}
    group by products.store_id, group_id
    on conflict (store_id, group_id) do update
    set one = excluded.one, two = excluded.two, three = excluded.three, four = excluded.four, five = excluded.five,
      recommended = excluded.recommended, not_recommended = excluded.not_recommended`)
}

/** SQL: the products of groups whose kept sums differ from the summaries of their products, with their stores. */
export function productsOfWrongGroups(storeIds: string[]): Sql {
  return sql`
    select products.store_id, product_id
    from products
    join (
      select products.store_id, group_id, sum(one) as one, sum(two) as two, sum(three) as three, sum(four) as four,
        sum(five) as five, sum(recommended) as recommended, sum(not_recommended) as not_recommended
      from products
      left join rating_summaries
        on rating_summaries.store_id = products.store_id and rating_summaries.product_id = products.product_id
      where products.store_id = any(${storeIds}::uuid[]) and group_id is not null
      group by products.store_id, group_id
    ) as summed on summed.store_id = products.store_id and summed.group_id = products.group_id
    left join group_summaries as kept
      on kept.store_id = products.store_id and kept.group_id = products.group_id
    where products.store_id = any(${storeIds}::uuid[]) and (
      coalesce(summed.one, 0), coalesce(summed.two, 0), coalesce(summed.three, 0), coalesce(summed.four, 0),
      coalesce(summed.five, 0), coalesce(summed.recommended, 0), coalesce(summed.not_recommended, 0)
    ) is distinct from (
      coalesce(kept.one, 0), coalesce(kept.two, 0), coalesce(kept.three, 0), coalesce(kept.four, 0),
      coalesce(kept.five, 0), coalesce(kept.recommended, 0), coalesce(kept.not_recommended, 0)
    )`
}
