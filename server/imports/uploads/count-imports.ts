import sql from 'sql-template-tag'
import type { Connection } from '../../database/connect.ts'

/** How many imports of all stores have each state. */
export async function countImports(db: Connection): Promise<{ state: string; count: number }[]> {
  return await db.query(sql`
    select state, count(*)::integer as count
    from imports
    group by state`)
}
