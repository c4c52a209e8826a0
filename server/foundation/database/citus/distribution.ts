import { setTimeout as pause } from 'node:timers/promises'
import sql, { raw } from 'sql-template-tag'
import { Problem } from '../../lib/problem.ts'
import { type Connection, type Database, isUnavailable } from '../connect.ts'
import { everyMinute, type OnWait, whileLocked } from '../migrations/lock.ts'
import type { Session } from '../session.ts'
import { distribute, distributed, readCitus, type Table, tablesLeft } from './citus.ts'

const lock = 7_267_004 // advisory lock: one process at a time distributes the tables
const patience = 10_000 // ms for other processes to leave

/** Throws Problem unless this database is the coordinator of a cluster whose workers all answer. Changes nothing. */
async function checkCluster(database: Database): Promise<void> {
  const citus = await readCitus(database)
  if (!citus)
    throw new Problem(
      'This database has no Citus.',
      'Set DATABASE_URL to the database of a coordinator. Run "create extension citus" there and on every worker as a superuser, and add the workers with citus_add_node. Nothing was changed.',
    )
  // Without time limits: a node that does not answer takes citus.node_connection_timeout.
  await database.longTransaction(async tx => {
    const [coordinator] = await tx.query<{ here: boolean }>(sql`
      select groupid = 0 as here
      from pg_dist_local_group`)
    if (!coordinator?.here)
      throw new Problem(
        'DATABASE_URL names a worker of the cluster.',
        'Set it to the database of the coordinator. Nothing was changed.',
      )
    if (citus.nodes === 0)
      throw new Problem(
        'The cluster has no workers.',
        "Add them on the coordinator as a superuser: select citus_add_node('worker-1', 5432). Nothing was changed.",
      )
    const silent = await silentNodes(tx)
    if (silent.length > 0)
      throw new Problem(
        `These nodes of the cluster do not answer the coordinator: ${silent.join(', ')}.`,
        'Start them, or remove them with citus_remove_node, and run this again. Nothing was changed.',
      )
  })
}

/**
 * Distributes the tables of the stores by store_id, so that the rows of one store are on one node, and copies the
 * accounts to every node. The jobs and the list of migrations stay on the coordinator. Returns the tables that it
 * distributed now; a killed call is continued by the next. `prepare` runs before, and never in two processes at once.
 * Processes that start once the first table is distributed wait in `waitUntilDistributed`; one that starts earlier makes
 * this call fail, because others use the database then. Throws Problem if the cluster is not ready, if another call is
 * running, if a node is lost, or, where `session` is that of this process, if others use the database.
 */
export async function distributeTables(
  database: Database,
  {
    session,
    prepare = async () => {},
  }: { session?: Pick<Session, 'processId'>; prepare?: () => Promise<void> } = {},
): Promise<Table[]> {
  await checkCluster(database)
  return await database.longTransaction(async tx => {
    const [only] = await tx.query<{ locked: boolean }>(
      // Without parameters, like the lock of migrations: `prepare` may create indexes concurrently.
      raw(`select pg_try_advisory_xact_lock(${lock}) as locked`),
    )
    if (!only?.locked)
      throw new Problem(
        'Another process is distributing the tables of this database.',
        'Wait until it ends, and run this again to see that nothing is left.',
      )
    await prepare()
    return await whileLocked(database, async () => {
      if (session) await waitForOthers(database, session.processId())
      return await distributeAll(database)
    })
  })
}

/** Waits while another process distributes the tables of this database. For all that reads the tables of stores. */
export async function waitUntilDistributed(database: Database, onWait?: OnWait): Promise<void> {
  const notice = everyMinute(onWait)
  const readOther = async () => {
    const [other] = await database.query<{ pid: number }>(sql`
      select pid
      from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${lock} and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())`)
    return other
  }
  for (let other = await readOther(); other; other = await readOther()) {
    const { pid } = other
    await notice(
      async () =>
        `Waiting for another process that distributes the tables of this database. If it hangs, end it, or its connection: select pg_terminate_backend(${pid})`,
    )
    await pause(100)
  }
}

async function distributeAll(database: Database): Promise<Table[]> {
  try {
    return await distributeEach(database)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    throw new Problem(
      `A node of the cluster was lost: ${(error as Error).message.split('\n')[0]}.`,
      'Each table is distributed completely or not at all. Start the node and run this again: it continues with the others.',
    )
  }
}

async function distributeEach(database: Database): Promise<Table[]> {
  const left = await tablesLeft(database)
  for (const table of left) await database.longTransaction(tx => distribute(tx, table))
  // The rows from before are still on the coordinator's disk.
  await database.longTransaction(async tx => {
    const tables = await tx.query<{ name: string }>(sql`
      select logicalrelid::text as name
      from ${distributed}
      where pg_relation_size(logicalrelid) > 0`)
    for (const { name } of tables)
      await tx.query(sql`select truncate_local_data_after_distributing_table(${name})`)
  })
  return left
}

/** The addresses of the active nodes that the coordinator cannot connect to. */
async function silentNodes(db: Connection): Promise<string[]> {
  const nodes = await db.query<{ name: string }>(sql`
    select concat(nodename, ':', nodeport) as name
    from pg_dist_node
    where noderole = 'primary' and isactive and not citus_check_connection_to_node(nodename, nodeport)
    order by nodename, nodeport`)
  return nodes.map(({ name }) => name)
}

/**
 * Waits a moment for other processes to leave. One that runs holds prepared statements of undistributed tables, and
 * would answer errors until its next start.
 */
async function waitForOthers(db: Connection, own: number | undefined): Promise<void> {
  const until = performance.now() + patience
  for (;;) {
    const others = await db.query<{ client: string }>(sql`
      select coalesce(host(client_addr), 'this machine') as client
      from pg_stat_activity
      where datname = current_database() and application_name = 'realword session' and pid <> ${own ?? 0}
      order by client`)
    if (others.length === 0) return
    if (performance.now() > until)
      throw new Problem(
        `Other processes of Realword use this database, from ${others.map(({ client }) => client).join(', ')}.`,
        'Stop all instances and commands, and run this again. Nothing was distributed.',
      )
    await pause(100)
  }
}
