import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'

const most = 20_000 // ms of processor time
const hour = 60 * 60_000

// The expressions of an order take a millisecond or two, so that only costly ones count.
const free = 5 // ms of each evaluation

/**
 * Throws a temporary ShopProblem if the expressions of the store took more than 20 s of processor time within an hour. The
 * events wait then, and those of other stores do not. The time is in the database, so it counts for all processes.
 */
export async function requireProcessorTime(db: Connection, storeId: string, now: Date): Promise<void> {
  const used = await db.query(sql`
    select from mapping_usage
    where store_id = ${storeId} and began_at > ${new Date(now.getTime() - hour)} and ms >= ${most}`)
  if (used.length > 0)
    throw new ShopProblem(sentence('cpuSpent', { seconds: most / 1000 }), sentence('cpuMend'), {
      isTemporary: true,
    })
}

/** Counts the processor time of one evaluation. */
export async function countProcessorTime(
  db: Connection,
  storeId: string,
  ms: number,
  now: Date,
): Promise<void> {
  const cost = Math.round(ms - free)
  if (cost <= 0) return
  const isOver = sql`used.began_at <= ${new Date(now.getTime() - hour)}`
  await db.query(sql`
    insert into mapping_usage as used (store_id, began_at, ms)
    values (${storeId}, ${now}, ${cost})
    on conflict (store_id) do update
    set began_at = case when ${isOver} then excluded.began_at else used.began_at end,
      ms = case when ${isOver} then excluded.ms else used.ms + excluded.ms end`)
}
