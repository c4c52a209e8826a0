import sql, { type Sql } from 'sql-template-tag'

/**
 * SQL: the number of an advisory lock. An erasure takes it in exclusive mode, and batches of imports take it in shared
 * mode. So an erasure finds every batch committed before it, and every later batch reads the erasure.
 */
export function erasureLock(storeId: string): Sql {
  return sql`hashtextextended(${`erasures ${storeId}`}, 0)`
}
