import sql, { type Sql } from 'sql-template-tag'

/**
 * SQL, the number of an advisory lock. An erasure holds it alone; each batch of an import shares it with other
 * batches. A batch that is committed before an erasure is found by it; a later one knows who was erased.
 */
export function erasureLock(storeId: string): Sql {
  return sql`hashtextextended(${`erasures ${storeId}`}, 0)`
}
