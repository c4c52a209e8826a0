import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { notifyProductsChanged } from '../products/changes.ts'
import { markRated, productRows } from '../products/sharing.ts'
import { productsOfWrongGroups, rebuildGroupSums } from './group-sums.ts'

/**
 * The products whose summary, `rated` mark or sums of their group differ from a recount of their published reviews, by
 * id.
 */
export async function findWrongSummaries(db: Connection, storeId: string): Promise<string[]> {
  // One statement reads one snapshot, and a review commits with its summary. So concurrent writes cause no false alarm.
  const wrong = await db.query<{ product_id: string }>(sql`
    with recount as (
      select product_id,
        count(*) filter (where rating = 1)::integer as one,
        count(*) filter (where rating = 2)::integer as two,
        count(*) filter (where rating = 3)::integer as three,
        count(*) filter (where rating = 4)::integer as four,
        count(*) filter (where rating = 5)::integer as five,
        count(*) filter (where recommended)::integer as recommended,
        count(*) filter (where not recommended)::integer as not_recommended
      from reviews
      where store_id = ${storeId} and state = 'published'
      group by product_id
    ),
    kept as (
      select product_id, one, two, three, four, five, recommended, not_recommended
      from rating_summaries
      where store_id = ${storeId}
    )
    select product_id
    from recount
    full join kept using (product_id)
    where (
      coalesce(recount.one, 0), coalesce(recount.two, 0), coalesce(recount.three, 0),
      coalesce(recount.four, 0), coalesce(recount.five, 0),
      coalesce(recount.recommended, 0), coalesce(recount.not_recommended, 0)
    ) is distinct from (
      coalesce(kept.one, 0), coalesce(kept.two, 0), coalesce(kept.three, 0),
      coalesce(kept.four, 0), coalesce(kept.five, 0),
      coalesce(kept.recommended, 0), coalesce(kept.not_recommended, 0)
    )
    union
    select product_id
    from ${raw(productRows)}
    left join rating_summaries using (store_id, product_id)
    where store_id = ${storeId} and rated <> (coalesce(one + two + three + four + five, 0) > 0)
    union
    ${productsOfWrongGroups(storeId)}
    order by product_id`)
  return wrong.map(({ product_id }) => product_id)
}

/**
 * Recounts the summaries of the products and the sums of their groups, and notifies every instance. Concurrent writers are safe, because each locks
 * the row and adds its difference. The recount waits for earlier writers and includes their reviews. Later writers wait
 * for the recount and add to it.
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
      recommended = recount.recommended, not_recommended = recount.not_recommended
    from (
      select wanted.product_id,
        count(*) filter (where rating = 1) as one,
        count(*) filter (where rating = 2) as two,
        count(*) filter (where rating = 3) as three,
        count(*) filter (where rating = 4) as four,
        count(*) filter (where rating = 5) as five,
        count(*) filter (where recommended) as recommended,
        count(*) filter (where not recommended) as not_recommended
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
  await rebuildGroupSums(tx, storeId, productIds)
  await markRated(tx, storeId, marks)
  await notifyProductsChanged(tx, storeId, productIds)
}
