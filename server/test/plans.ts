import type { Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { everyValue, type Statement } from './task-counts.ts'

/** The names of the indexes that PostgreSQL would read for this statement. */
export async function indexesOf(db: Connection, { text, values }: Statement): Promise<string[]> {
  const explain = { text: `explain (format json) ${text}`, values } as Sql
  const [row] = await db.query<{ 'QUERY PLAN': unknown }>(explain)
  return everyValue(row?.['QUERY PLAN'], 'Index Name').map(String)
}
