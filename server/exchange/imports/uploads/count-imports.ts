import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'

/**
 * How many imports of all stores have each state: unfinished ones, and all that began after `since`. Reads the indexes of
 * both, and no older row.
 */
export async function countImports(db: Connection, since: Date): Promise<{ state: string; count: number }[]> {
  return await db.query(sql`
    select state, count(*)::integer as count
    from imports
    where state in ('trying', 'running', 'undoing') or created_at >= ${since}
    group by state
    order by state`)
}
