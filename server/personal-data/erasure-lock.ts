import sql, { type Sql } from 'sql-template-tag'

/**
 * SQL: the number of an advisory lock. An erasure takes it exclusively; batches of imports share it. An erasure finds
 * every batch committed before it, and every later batch knows who was erased.
 */
export function erasureLock(storeId: string): Sql {
  return sql`hashtextextended(${`erasures ${storeId}`}, 0)`
}
