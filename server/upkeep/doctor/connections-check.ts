import { availableParallelism } from 'node:os'
import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { type Finding, ok, warning } from './check.ts'

/** The processes that answer HTTP. */
export const processesOf = ({ WORKERS }: { WORKERS: number | undefined }) =>
  WORKERS ?? Math.max(1, availableParallelism() - 1)

// Each process opens up to 23 connections, and with more than one, another process runs the jobs. The others are for
// commands.
export const connectionsFor = (processes: number) => (processes > 1 ? processes + 1 : 1) * 23 + 30

/** Compares `max_connections` of the database with what the processes of one instance open. */
export async function checkConnections(db: Connection, processes: number): Promise<Finding> {
  const [server] = await db.query<{ most: number }>(
    sql`select current_setting('max_connections')::integer as most`,
  )
  const most = server?.most ?? 0
  const needed = connectionsFor(processes)
  if (most >= needed) return ok(`the database allows ${most}, and WORKERS=${processes} needs up to ${needed}`)
  return warning(
    `the database allows ${most} connections, and WORKERS=${processes} needs up to ${needed} for each instance. Set max_connections to ${needed} or more, or set fewer WORKERS.`,
  )
}
