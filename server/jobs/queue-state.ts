import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { jobSchema, queues } from './queues.ts'

export type QueueState = {
  name: string
  /** Jobs that may run, or will at their next attempt. */
  waiting: number
  running: number
  /** Jobs of the last hour that no attempt completed. */
  failed: number
  /** Since when the oldest waiting job may run; null: none may. */
  oldest_at: Date | null
}

/** Each queue with its jobs, in the order of `queues.ts`. */
export async function readQueues(db: Connection, at: Date): Promise<QueueState[]> {
  const rows = await db.query<QueueState>(sql`
    select name,
      count(*) filter (where state in ('created', 'retry'))::integer as waiting,
      count(*) filter (where state = 'active')::integer as running,
      count(*) filter (where state = 'failed')::integer as failed,
      min(start_after) filter (where state in ('created', 'retry') and start_after <= ${at}) as oldest_at
    from ${raw(jobSchema)}.job
    where name = any(${Object.keys(queues)}::text[])
    group by name`)
  return Object.keys(queues).map(
    name =>
      rows.find(row => row.name === name) ?? { name, waiting: 0, running: 0, failed: 0, oldest_at: null },
  )
}
