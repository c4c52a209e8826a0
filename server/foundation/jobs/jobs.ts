import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import sql, { raw } from 'sql-template-tag'
import { type Connection, type Database, isUnavailable } from '../database/connect.ts'
import type { Clock } from '../lib/time/clock.ts'
import { currentTraceparent } from '../lib/tracing/spans.ts'
import { fetchFairly, type JobData, type StoredJob } from './fair-fetch.ts'
import { type FairWorker, startFairWorker } from './fair-worker.ts'
import { bossDatabase } from './install.ts'
import { jobSchema, type QueueName } from './queues.ts'

/** A job as its handler receives it. `storeId` is null for jobs of the service itself. */
export type Job = { id: string; storeId: string | null; key: string; traceparent?: string | undefined }

/** Handles a few jobs of one queue at once. If it throws, all of them are retried. */
export type Handler = (jobs: Job[]) => Promise<void>

/** Like `Handler`. Returns the jobs that have more to do: they run again after those of the other stores. */
export type FairHandler = (jobs: Job[]) => Promise<Job[]>

export type Jobs = {
  /** Starts this instance's workers. If the database is unavailable, waits for it. */
  start: () => Promise<void>
  /** Finishes running jobs and accepts no new ones. */
  stop: () => Promise<void>
  /** Runs due jobs, and the jobs they create, to the end. Then throws the first error, if any. For tests. */
  runDue: () => Promise<void>
}

export type JobOptions = {
  database: Database
  clock: Clock
  handlers: Record<Exclude<QueueName, FairQueue>, Handler> & Record<FairQueue, FairHandler>
  /** The stores whose mails are not fetched for now. */
  waitingStores: () => string[]
  log: (message: string, error?: unknown) => void
}

/**
 * Creates a job for each key, in the caller's transaction: it runs after the commit, and never after a rollback.
 * pg-boss documents its table for statements like this one.
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
    select name, jsonb_strip_nulls(
        jsonb_build_object('store_id', ${storeId}::text, 'traceparent', ${currentTraceparent() ?? null}::text)
      ), key, policy, heartbeat_seconds,
      retry_limit, retry_delay, expire_seconds, deletion_seconds
    from ${raw(jobSchema)}.queue, unnest(${keys}::text[]) as key
    where name = ${name}
    on conflict do nothing`)
}

/** Creates a job for each of the stores, with the store as its key, in one statement. */
export async function enqueueForStores(db: Connection, name: QueueName, storeIds: string[]): Promise<void> {
  if (storeIds.length === 0) return
  await db.query(sql`
    insert into ${raw(jobSchema)}.job (
      name, data, singleton_key, policy, heartbeat_seconds,
      retry_limit, retry_delay, expire_seconds, deletion_seconds
    )
    select name, jsonb_strip_nulls(
        jsonb_build_object('store_id', store_id, 'traceparent', ${currentTraceparent() ?? null}::text)
      ), store_id, policy, heartbeat_seconds,
      retry_limit, retry_delay, expire_seconds, deletion_seconds
    from ${raw(jobSchema)}.queue, unnest(${storeIds}::text[]) as store_id
    where name = ${name}
    on conflict do nothing`)
}

/** Deletes the jobs of a store that is gone. Queues are small, so they need no index for this. */
export async function dropJobs(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`
    delete from ${raw(jobSchema)}.job
    where data ->> 'store_id' = ${storeId}`)
}

// Jobs per batch, workers per instance, and the polling interval of an idle worker.
const work = {
  'look-for-due': { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 2 },
  'run-import': { batchSize: 1, localConcurrency: 2, pollingIntervalSeconds: 1 },
  'run-export': { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 1 },
  'backfill-orders': { batchSize: 1, localConcurrency: 2, pollingIntervalSeconds: 2 },
  tidy: { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 10 },
} as const satisfies Record<Exclude<QueueName, FairQueue>, object>

// These queues serve all stores in turn. Access mails have a worker of their own, which no other mail delays.
const fairWork = {
  // One at a time: a store that fails has a job of its own.
  'take-events': { batchSize: 1, localConcurrency: 3, pollingIntervalSeconds: 0.5 },
  // The job ends at once: the sender works on its own.
  'send-webhooks': { batchSize: 100, localConcurrency: 1, pollingIntervalSeconds: 0.5 },
  // One after the other: a plan of years has time, and new orders have none.
  'run-campaigns': { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 1 },
  'gather-mailings': { batchSize: 1, localConcurrency: 2, pollingIntervalSeconds: 2 },
  // Two stores at once: a chat may take 10 s to answer. Before the mails, which it queues too.
  'send-notices': { batchSize: 1, localConcurrency: 2, pollingIntervalSeconds: 2 },
  // Two stores at once: one whose provider is slow must not delay all others.
  'send-messages': { batchSize: 1, localConcurrency: 2, pollingIntervalSeconds: 1 },
  'send-access-mail': { batchSize: 20, localConcurrency: 2, pollingIntervalSeconds: 0.5 },
  // Three batches keep the connections busy while others read the next mailings and write results.
  'send-mailing': { batchSize: 100, localConcurrency: 3, pollingIntervalSeconds: 1 },
  // One store after the other: nobody waits for a search as for a mail.
  'rewrite-search': { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: 5 },
  // Two stores at once: one whose old service is slow must not delay all others.
  'copy-pictures': { batchSize: 1, localConcurrency: 2, pollingIntervalSeconds: 2 },
  // The same: a language model may take 20 s.
  'write-digests': { batchSize: 1, localConcurrency: 2, pollingIntervalSeconds: 2 },
} as const

type FairQueue = keyof typeof fairWork

const fairQueues = Object.keys(fairWork) as FairQueue[]

export function createJobs({ database, clock, handlers, waitingStores, log }: JobOptions): Jobs {
  let boss: PgBoss | undefined
  let fairWorkers: FairWorker[] = []
  let stopped = false

  async function startWork(own: PgBoss): Promise<void> {
    await own.start()
    for (const name of Object.keys(work) as (keyof typeof work)[]) {
      await own.work<JobData>(name, { ...work[name], includeMetadata: true }, async jobs => {
        try {
          await handlers[name]((jobs as unknown as StoredJob[]).map(toJob))
        } catch (error) {
          log(`job failed: ${name}`, error)
          throw error
        }
      })
    }
    fairWorkers = fairQueues.map(name =>
      startFairWorker({
        boss: own,
        database,
        name,
        work: fairWork[name],
        handle: jobs => handleFairly(own, name, jobs, error => log(`job failed: ${name}`, error)),
        except: name === 'send-mailing' ? waitingStores : () => [],
        log,
      }),
    )
    await own.schedule('look-for-due', '* * * * *', null, { singletonKey: 'all' })
    // Requests that fell due while no instance ran are handled at once, not at the next minute. The key is new, because
    // the job of a killed instance keeps its own for half a minute.
    await own.send('look-for-due', null, { singletonKey: randomUUID() })
    await own.schedule('tidy', '17 * * * *', null, { singletonKey: 'all' })
  }

  /** Runs the jobs and settles them. Never throws: the jobs of a lost worker are found by their missing heartbeat. */
  async function handleFairly(
    own: PgBoss,
    name: FairQueue,
    jobs: StoredJob[],
    report: (error: unknown) => void,
  ): Promise<void> {
    try {
      const again = await handlers[name](jobs.map(toJob)).catch(async error => {
        await own.fail(name, jobs)
        throw error
      })
      await database.transaction(async tx => {
        // Deleted at once: nobody reads finished jobs, and marking them as completed writes rows and indexes again.
        await own.deleteJob(name, jobs, { db: bossDatabase(tx) })
        for (const { storeId, key } of again) if (storeId !== null) await enqueue(tx, name, storeId, [key])
      })
    } catch (error) {
      report(error)
    }
  }

  async function runQueue(started: PgBoss, name: keyof typeof work, errors: unknown[]): Promise<void> {
    const { batchSize } = work[name]
    for (;;) {
      const jobs = await started.fetch<JobData>(name, { batchSize, includeMetadata: true })
      if (jobs.length === 0) return
      const ids = jobs.map(({ id }) => id)
      try {
        await handlers[name](jobs.map(toJob))
        await started.complete(name, ids)
      } catch (error) {
        errors.push(error)
        await started.fail(name, ids)
      }
    }
  }

  async function runFairQueue(started: PgBoss, name: FairQueue, errors: unknown[]): Promise<void> {
    let after = ''
    for (;;) {
      const begun = after
      const fetched = await fetchFairly(database, name, {
        after,
        most: fairWork[name].batchSize,
        except: name === 'send-mailing' ? waitingStores() : [],
      })
      after = fetched.after
      if (fetched.jobs.length > 0)
        await handleFairly(started, name, fetched.jobs, error => errors.push(error))
      else if (begun === '') return
    }
  }

  return {
    start: async () => {
      stopped = false
      while (!stopped) {
        const own = createBoss(database, clock, log)
        boss = own
        try {
          return await startWork(own)
        } catch (error) {
          // Queues that were started must not keep running, whatever happens to the service.
          await own.stop({ graceful: false }).catch(() => {})
          if (!isUnavailable(error)) throw error
          log('could not start the job queue yet', error)
          await pause(500)
        }
      }
    },
    stop: async () => {
      stopped = true
      const last = boss
      boss = undefined
      const fair = fairWorkers
      fairWorkers = []
      await Promise.all(fair.map(worker => worker.stop(20_000)))
      // Without a database, a running job is detected by its missing heartbeat. The rest of the service must still
      // stop.
      await last?.stop({ timeout: 20_000 }).catch(error => log('the job queue did not stop cleanly', error))
    },
    runDue: async () => {
      const own = createBoss(database, clock, log, false)
      await own.start()
      const errors: unknown[] = []
      try {
        await handlers['look-for-due']([])
        for (const name of fairQueues) await runFairQueue(own, name, errors)
        await runQueue(own, 'backfill-orders', errors)
        await runQueue(own, 'run-import', errors)
        await runQueue(own, 'run-export', errors)
      } finally {
        await own.stop({ graceful: false })
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}

function toJob({ id, data, singletonKey }: Omit<StoredJob, 'retryCount'>): Job {
  return { id, storeId: data?.store_id ?? null, key: singletonKey ?? '', traceparent: data?.traceparent }
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
    // Failed jobs, and finished ones of the service itself, are deleted an hour later. By default, pg-boss would look
    // for them once a day.
    maintenanceIntervalSeconds: 3_600,
    clock: {
      now: clock,
      setTimeout: (act, ms) => setTimeout(act, ms),
      clearTimeout: timer => clearTimeout(timer as NodeJS.Timeout),
      setInterval: (act, ms) => setInterval(act, ms),
      clearInterval: timer => clearInterval(timer as NodeJS.Timeout),
    },
  })
  boss.on('error', error => log('job queue error', error))
  return boss
}
