import sql, { type Sql } from 'sql-template-tag'
import { askReachable } from '../../foundation/database/citus/citus.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { type Store, storeColumns } from './stores.ts'

export async function listStores(db: Connection): Promise<Store[]> {
  return await db.query<Store>(sql`${storeColumns} order by store_id`)
}

export async function countStores(db: Connection): Promise<number> {
  const [found] = await db.query<{ count: number }>(sql`select count(*)::integer as count from stores`)
  return found?.count ?? 0
}

/** The ids of the stores for which `condition` is true. It can name columns of `stores`. */
export async function storesWith(db: Connection, condition: Sql): Promise<string[]> {
  const stores = await db.query<{ store_id: string }>(sql`
    select store_id
    from stores
    where ${condition}
    order by store_id`)
  return stores.map(({ store_id }) => store_id)
}

/**
 * Like `storesWith`. While a node of a cluster is lost, all stores of the other nodes, whatever the condition: Citus
 * would ask every node for a condition about other tables. The caller finds out that some have nothing to do.
 */
export async function reachableStoresWith(db: Connection, condition: Sql): Promise<string[]> {
  return await askReachable(
    db,
    () => storesWith(db, condition),
    async stores => stores,
  )
}
