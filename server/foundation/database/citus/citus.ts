import sql, { raw } from 'sql-template-tag'
import { type Connection, isUnavailable } from '../connect.ts'
import { tableDepths } from '../table-depths.ts'

export type Citus = {
  version: string
  /** Nodes that hold rows of stores. */
  nodes: number
  /** Whether any table of the stores is distributed. */
  isDistributed: boolean
  /** Our tables that are not distributed. */
  left: Table[]
}

export type Table = { name: string; distribution: 'by store_id' | 'to every node' }

/** What Citus there is in this database; undefined if it has none. */
export async function readCitus(db: Connection): Promise<Citus | undefined> {
  const [extension] = await db.query<{ version: string }>(
    sql`select extversion as version from pg_extension where extname = 'citus'`,
  )
  if (!extension) return undefined
  const [found] = await db.query<{ nodes: number; distributed: boolean }>(sql`
    select
      (select count(*) from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards)::integer as nodes,
      exists (select from ${distributed} where logicalrelid = to_regclass('stores')) as distributed`)
  return {
    version: extension.version,
    nodes: found?.nodes ?? 0,
    isDistributed: found?.distributed ?? false,
    left: await tablesLeft(db),
  }
}

/**
 * Answers a question about all stores. If a node of a cluster is lost, `askOf` answers it for the stores of the other
 * nodes. Throws the first error if no node answers, and without a cluster.
 */
export async function askReachable<Row>(
  db: Connection,
  askAll: () => Promise<Row[]>,
  askOf: (storeIds: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await askAll()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const stores = await reachableStores(db).catch(() => [])
    if (stores.length === 0) throw error
    return await askOf(stores)
  }
}

// A statement about all stores fails as a whole if it cannot ask one node. This function reports each shard by itself.
async function reachableStores(db: Connection): Promise<string[]> {
  const shards = await db.query<{ stores: string }>(sql`
    select result as stores
    from run_command_on_shards('stores', $$select coalesce(string_agg(store_id::text, ','), '') from %s$$)
    where success and result <> ''`)
  return shards.flatMap(({ stores }) => stores.split(','))
}

/**
 * Lets the statements of this transaction change the shards of a node one by one. In parallel, which is the default,
 * no statement may follow that changes a reference table. Without Citus it has no effect.
 */
export async function changeShardsOneByOne(tx: Connection): Promise<void> {
  await tx.query(sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`)
}

/** In the transaction of a migration: distributes the tables that it added to a distributed database. */
export async function distributeNewTables(tx: Connection): Promise<void> {
  const citus = await readCitus(tx)
  if (!citus?.isDistributed) return
  for (const table of citus.left) await distribute(tx, table)
}

/** In its own transaction, a table is distributed with its rows or not at all. */
export async function distribute(tx: Connection, { name, distribution }: Table): Promise<void> {
  const colocated = name === 'stores' ? 'default' : 'stores'
  await tx.query(
    distribution === 'to every node'
      ? sql`select create_reference_table(${name})`
      : sql`select create_distributed_table(${name}, 'store_id', colocate_with => ${colocated})`,
  )
}

// By a column, or a reference table. A table that only refers to a reference table is listed too, and is still local.
export const distributed = sql`(select * from pg_dist_partition where partmethod = 'h' or repmodel = 't') as distributed`

/** Our tables that are not distributed, each after those that it refers to. */
export async function tablesLeft(db: Connection): Promise<Table[]> {
  return await db.query<Table>(sql`
    with recursive tables as (
      select oid, relnamespace = to_regnamespace('accounts') as of_accounts
      from pg_class
      where relkind = 'r' and (
        relnamespace = to_regnamespace('accounts')
        or relnamespace = to_regnamespace('public') and exists (
          select from pg_attribute where attrelid = pg_class.oid and attname = 'store_id' and not attisdropped
        )
      )
    ), ${raw(tableDepths)}
    select oid::regclass::text as name,
      case when of_accounts then 'to every node' else 'by store_id' end as distribution
    from tables
    join depths using (oid)
    where not exists (select from ${distributed} where logicalrelid = oid)
    group by oid, of_accounts
    order by not of_accounts, max(depth), oid <> to_regclass('stores'), oid::regclass::text`)
}
