import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { notifyProductsChanged } from '../../../tenants/products/changes.ts'
import { markRated, productRows } from '../../../tenants/products/sharing.ts'
import { ofProducts } from '../../../tenants/products/store-itself.ts'
import { productsOfWrongAnswers, rebuildAnswerSums } from '../attributes/sums.ts'
import { productsOfWrongGroups, rebuildGroupSums } from './group-sums.ts'

/** A product of a store whose sums or counts differ from its records. */
type WrongProduct = { store_id: string; product_id: string }

/**
 * The products whose summary, `rated` mark, sums of their group or counts of answers differ from a recount of their
 * published reviews, by store and id.
 */
export async function findWrongSummaries(db: Connection, storeIds: string[]): Promise<WrongProduct[]> {
  // One statement reads one snapshot, and a review commits with its summary. So concurrent writes cause no false alarm.
  return await db.query<WrongProduct>(sql`
    select store_id, product_id
    from (
      select store_id, product_id,
        (rating = 1)::integer as one,
        (rating = 2)::integer as two,
        (rating = 3)::integer as three,
        (rating = 4)::integer as four,
        (rating = 5)::integer as five,
        (recommended is true)::integer as recommended,
        (recommended is false)::integer as not_recommended,
        (pinned_at is not null)::integer as pinned
      from reviews
      where store_id = any(${storeIds}::uuid[]) and state = 'published'
      union all
      select store_id, product_id, -one, -two, -three, -four, -five, -recommended, -not_recommended,
        -pinned
      from rating_summaries
      where store_id = any(${storeIds}::uuid[])
    ) as difference
    group by store_id, product_id
    having sum(one) <> 0 or sum(two) <> 0 or sum(three) <> 0 or sum(four) <> 0 or sum(five) <> 0
      or sum(recommended) <> 0 or sum(not_recommended) <> 0 or sum(pinned) <> 0
    union
    select store_id, product_id
    from ${raw(productRows)}
    left join rating_summaries using (store_id, product_id)
    where store_id = any(${storeIds}::uuid[]) and rated <> (coalesce(one + two + three + four + five, 0) > 0)
    union
    ${productsOfWrongGroups(storeIds)}
    union
    ${productsOfWrongAnswers(storeIds)}
    order by store_id, product_id`)
}

/** Whether the store has reviews or sums of a product that it does not have. */
export async function hasReviewsWithoutProduct(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from (
      select product_id from reviews where store_id = ${storeId}
      union
      select product_id from rating_summaries where store_id = ${storeId}
    ) as named
    where ${raw(ofProducts)} and not exists (
      select
      from products
      where products.store_id = ${storeId} and products.product_id = named.product_id
    )
    limit 1`)
  return found.length > 0
}

/**
 * Recounts the summaries and answers of the products and the sums of their groups, and notifies every instance.
 * Concurrent writers are safe, because each locks the row and adds its difference. The recount waits for earlier
 * writers and includes their reviews. Later writers wait for the recount and add to it.
 */
export async function rebuildSummaries(tx: Connection, storeId: string, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return
  // Insert missing summaries, so that every product has a row to lock.
  await tx.query(sql`
    insert into rating_summaries (
      store_id, product_id, one, two, three, four, five, recommended, not_recommended
    )
    select ${storeId}::uuid, product_id, 0, 0, 0, 0, 0, 0, 0
    from unnest(${productIds}::text[]) as product_id
    order by product_id
    on conflict (store_id, product_id) do nothing`)
  await tx.query(sql`
    select
    from rating_summaries
    where store_id = ${storeId} and product_id = any (${productIds}::text[])
    order by product_id
    for update`)
  // A separate statement sees everything that was committed before the rows were locked.
  await tx.query(sql`
    update rating_summaries
    set one = recount.one, two = recount.two, three = recount.three, four = recount.four, five = recount.five,
      recommended = recount.recommended, not_recommended = recount.not_recommended,
      pinned = recount.pinned
    from (
      select wanted.product_id,
        count(*) filter (where rating = 1) as one,
        count(*) filter (where rating = 2) as two,
        count(*) filter (where rating = 3) as three,
        count(*) filter (where rating = 4) as four,
        count(*) filter (where rating = 5) as five,
        count(*) filter (where recommended) as recommended,
        count(*) filter (where not recommended) as not_recommended,
        count(pinned_at) as pinned
      from unnest(${productIds}::text[]) as wanted(product_id)
      left join reviews on reviews.store_id = ${storeId}
        and reviews.product_id = wanted.product_id and reviews.state = 'published'
      group by wanted.product_id
    ) as recount
    where rating_summaries.store_id = ${storeId} and rating_summaries.product_id = recount.product_id`)
  const marks = await tx.query<{ product_id: string; rated: boolean }>(sql`
    select product_id, one + two + three + four + five > 0 as rated
    from rating_summaries
    where store_id = ${storeId} and product_id = any (${productIds}::text[])`)
  await rebuildAnswerSums(tx, storeId, productIds)
  await rebuildGroupSums(tx, storeId, productIds)
  await markRated(tx, storeId, marks)
  await notifyProductsChanged(tx, storeId, productIds)
}
