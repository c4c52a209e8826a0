import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { tagOf } from '../../foundation/http/etag.ts'

/**
 * A fingerprint of everything a store's feeds are made of, without reading the reviews: the newest changes in the log,
 * the number of reviews, and the state of the catalogue. Two hundred changes, because one that was made earlier may
 * commit after a later one.
 */
export async function readFeedVersion(db: Connection, storeId: string): Promise<string> {
  const [row] = await db.query<Record<string, string | null>>(sql`
    select
      (
        select string_agg(id::text, ' ' order by id)
        from (
          select id
          from audit_log
          where store_id = ${storeId}
          order by id desc
          limit 200
        ) as newest
      ) as changes,
      (
        select sum(one + two + three + four + five)::text
        from rating_summaries
        where store_id = ${storeId}
      ) as reviews,
      (
        select concat_ws(' ', count(*), count(completed_at), max(completed_at), max(created_at))
        from products
        where store_id = ${storeId}
      ) as products`)
  return tagOf(JSON.stringify(row))
}
