import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { isPendingText } from './fair-fetch.ts'
import { jobSchema, type QueueName, queues } from './queues.ts'

export type QueueState = {
  name: QueueName
  /** Jobs that could run now: not those that wait for their next attempt. */
  waiting: number
  running: number
  /** Jobs of the last hour that no attempt completed. */
  failed: number
  /** Since when the oldest waiting job could run; null: none could. */
  oldest_at: Date | null
}

/**
 * Each queue with its jobs, in the order of `queues.ts`. Reads two partial indexes (pg-boss's of unfinished jobs and our
 * own of failed ones), and none of the completed jobs.
 */
export async function readQueues(db: Connection, at: Date): Promise<QueueState[]> {
  const canRun = sql`${raw(isPendingText)} and start_after <= ${at}`
  const rows = await db.query<QueueState>(sql`
    select name,
      count(*) filter (where ${canRun})::integer as waiting,
      count(*) filter (where state = 'active')::integer as running,
      count(*) filter (where state = 'failed')::integer as failed,
      min(greatest(created_on, start_after)) filter (where ${canRun}) as oldest_at
    from ${raw(jobSchema)}.job_common
    where (state <= 'active' and policy = 'exclusive') or state = 'failed'
    group by name`)
  const found = new Map(rows.map(row => [row.name, row]))
  return (Object.keys(queues) as QueueName[]).map(
    name => found.get(name) ?? { name, waiting: 0, running: 0, failed: 0, oldest_at: null },
  )
}
