import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { isPendingText } from './fair-fetch.ts'
import { jobSchema, type QueueName, queues } from './queues.ts'

/** `oldest`: for how many seconds the oldest job could have run; 0 if none is waiting. */
export type WaitingJobs = { queue: QueueName; waiting: number; oldest: number }

/** How many jobs of each queue could run now. Jobs that wait for their next attempt are not counted. */
export async function readWaitingJobs(db: Connection, now: Date): Promise<WaitingJobs[]> {
  const rows = await db.query<{ name: QueueName; waiting: number; since: Date }>(sql`
    select name, count(*)::integer as waiting, min(greatest(created_on, start_after)) as since
    from ${raw(`${jobSchema}.job_common`)}
    where ${raw(isPendingText)} and start_after <= ${now}
    group by name`)
  const found = new Map(rows.map(row => [row.name, row]))
  return (Object.keys(queues) as QueueName[]).map(queue => {
    const { waiting = 0, since = now } = found.get(queue) ?? {}
    return { queue, waiting, oldest: Math.max(0, (now.getTime() - since.getTime()) / 1000) }
  })
}
