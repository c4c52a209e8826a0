import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/**
 * For how many seconds the oldest due request of all stores has been due: 0 if none is. Without the requests of stores that
 * are inactive or have paused them. Reads one row of an index per store.
 */
export async function oldestDueRequest(db: Connection, now: Date): Promise<number> {
  const [oldest] = await db.query<{ due_at: Date | null }>(sql`
    select min(due_at) as due_at
    from (
      select (
        select min(due_at)
        from review_requests
        where review_requests.store_id = stores.store_id
          and review_requests.state = 'scheduled' and mailing_id is null and due_at <= ${now}
      ) as due_at
      from stores
      where active and not requests_paused
    ) as by_store`)
  return oldest?.due_at ? (now.getTime() - oldest.due_at.getTime()) / 1000 : 0
}
