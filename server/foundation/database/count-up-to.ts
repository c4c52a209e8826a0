import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from './connect.ts'

/** How many rows a query finds, counted up to `most`. The query ends without a limit, and `select` may be empty. */
export async function countUpTo(db: Connection, rows: Sql, most: number): Promise<number> {
  const [found] = await db.query<{ count: number }>(sql`select ${countedUpTo(rows, most)} as count`)
  return found?.count ?? 0
}

/** The same as an SQL expression. */
export function countedUpTo(rows: Sql, most: number): Sql {
  return sql`(select count(*)::integer from (${rows} limit ${most}) as counted)`
}
