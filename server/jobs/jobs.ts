import { PgBoss } from 'pg-boss'
import sql, { raw } from 'sql-template-tag'
import type { Connection, Database } from '../database/connect.ts'
import type { Clock } from '../lib/clock.ts'
import { bossDatabase } from './install.ts'
import { jobSchema, type QueueName, queues } from './queues.ts'

/** A job as its handler gets it; `storeId` is null for jobs of the service itself. */
export type Job = { id: string; storeId: string | null; key: string }

/** Handles a few jobs of one queue at once. What it throws makes all of them wait for another turn. */
export type Handler = (jobs: Job[]) => Promise<void>

export type Jobs = {
  /** Starts this instance's workers. */
  start: () => Promise<void>
  /** Lets what runs come to its end, and takes nothing new. */
  stop: () => Promise<void>
  /** Runs what is due now, and what comes of it, to the end: for tests, the demo and benchmarks. */
  runDue: () => Promise<void>
}

export type JobOptions = {
  database: Database
  clock: Clock
  handlers: Record<QueueName, Handler>
  log: (message: string, error?: unknown) => void
}

/**
 * Makes a job for each key, in the transaction of the caller: it runs when that is committed, and not at all
 * when it is rolled back. pg-boss documents its table for statements such as this one.
 */
export async function enqueue(
  tx: Connection,
  name: QueueName,
  storeId: string,
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return
  await tx.query(sql`
    insert into ${raw(jobSchema)}.job (
      name, data, singleton_key, policy, heartbeat_seconds,
      retry_limit, retry_delay, expire_seconds, deletion_seconds
    )
    select name, jsonb_build_object('store_id', ${storeId}::text), key, policy, heartbeat_seconds,
      retry_limit, retry_delay, expire_seconds, deletion_seconds
    from ${raw(jobSchema)}.queue, unnest(${keys}::text[]) as key
    where name = ${name}
    on conflict do nothing`)
}

const batch = 50

export function createJobs({ database, clock, handlers, log }: JobOptions): Jobs {
  let boss: PgBoss | undefined

  async function runQueue(started: PgBoss, name: QueueName): Promise<boolean> {
    const jobs = await started.fetch<JobData>(name, { batchSize: batch, includeMetadata: true })
    if (jobs.length === 0) return false
    await handlers[name](jobs.map(toJob))
    await started.complete(
      name,
      jobs.map(({ id }) => id),
    )
    return true
  }

  return {
    start: async () => {
      boss = createBoss(database, clock, log)
      await boss.start()
      for (const name of Object.keys(queues) as QueueName[]) {
        await boss.work<JobData>(
          name,
          { batchSize: batch, includeMetadata: true, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true },
          async jobs => handlers[name](jobs.map(toJob as (job: object) => Job)),
        )
      }
      await boss.schedule('look-for-due', '* * * * *', null, { singletonKey: 'all' })
    },
    stop: async () => {
      await boss?.stop({ timeout: 20_000 })
      boss = undefined
    },
    runDue: async () => {
      const own = boss ?? createBoss(database, clock, log, false)
      if (!boss) await own.start()
      try {
        await handlers['look-for-due']([{ id: '', storeId: null, key: 'all' }])
        while (await runQueue(own, 'send-mailing'));
      } finally {
        if (!boss) await own.stop({ graceful: false })
      }
    },
  }
}

type JobData = { store_id?: string } | null

type StoredJob = { id: string; data: JobData; singletonKey: string | null }

function toJob({ id, data, singletonKey }: StoredJob): Job {
  return { id, storeId: data?.store_id ?? null, key: singletonKey ?? '' }
}

function createBoss(database: Database, clock: Clock, log: JobOptions['log'], runs = true): PgBoss {
  const boss = new PgBoss({
    db: bossDatabase(database),
    schema: jobSchema,
    migrate: false,
    supervise: runs,
    schedule: runs,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    clock: {
      now: clock,
      setTimeout: (act, ms) => setTimeout(act, ms),
      clearTimeout: timer => clearTimeout(timer as NodeJS.Timeout),
      setInterval: (act, ms) => setInterval(act, ms),
      clearInterval: timer => clearInterval(timer as NodeJS.Timeout),
    },
  })
  boss.on('error', error => log('a job went wrong', error))
  return boss
}
