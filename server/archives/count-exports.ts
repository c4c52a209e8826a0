import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** How many exports of all stores have each state. */
export async function countExports(db: Connection): Promise<{ state: string; count: number }[]> {
  return await db.query(sql`
    select state, count(*)::integer as count
    from exports
    group by state`)
}
