import sql from 'sql-template-tag'
import { type Reason, wordReasons } from '../../server/asking/requests/reasons.ts'
import type { ReviewRequest } from '../../server/asking/requests/requests.ts'
import type { Connection } from '../../server/foundation/database/connect.ts'
import { readStore } from '../../server/tenants/stores/stores.ts'

/** The number of requests due on a weekday of the store's time zone for a reason. 1 is Monday, 7 is Sunday. */
export type DueCount = {
  state: ReviewRequest['state']
  weekday: number
  reason: string
  requests: number
}

/** Counts all requests of the store by state, weekday and reason. Throws Problem if there is no such store. */
export async function countDue(db: Connection, storeId: string): Promise<DueCount[]> {
  const { time_zone } = await readStore(db, storeId)
  const rows = await db.query<Omit<DueCount, 'reason'> & { reasons: Reason[] }>(sql`
    select state, extract(isodow from due_at at time zone ${time_zone})::integer as weekday, reasons,
      count(*)::integer as requests
    from review_requests
    where store_id = ${storeId}
    group by 1, 2, 3
    order by requests desc, state, weekday, reasons::text`)
  return rows.map(({ state, weekday, reasons, requests }) => ({
    ...{ state, weekday, reason: wordReasons(reasons), requests },
  }))
}
