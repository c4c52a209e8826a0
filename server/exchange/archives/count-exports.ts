import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/** How many exports of all stores have each state: running ones, and all that began after `since`, by their indexes. */
export async function countExports(db: Connection, since: Date): Promise<{ state: string; count: number }[]> {
  return await db.query(sql`
    select state, count(*)::integer as count
    from exports
    where state = 'running' or created_at >= ${since}
    group by state
    order by state`)
}
