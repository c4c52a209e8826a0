import sql, { type Sql } from 'sql-template-tag'

/**
 * SQL: the store's row, with its `store_id` alone, for the source of `insert … select`. With it, the node of the store
 * runs the insert on Citus. Otherwise the coordinator copies the rows there, in more round trips, and reports the
 * violation of a constraint without its SQLSTATE.
 */
export function ownStore(storeId: string): Sql {
  return sql`(select store_id from stores where store_id = ${storeId})`
}
