import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../database/connect.ts'
import { fetchFairly, type StoredJob } from './fair-fetch.ts'
import type { QueueName } from './queues.ts'

export type FairWork = {
  /** Jobs per batch. */
  batchSize: number
  /** Batches that run at once. A batch that has run for `longestBatch` no longer counts. */
  localConcurrency: number
  /** How often an idle worker looks for jobs. */
  pollingIntervalSeconds: number
}

export type FairWorkerOptions = {
  boss: PgBoss
  database: Database
  name: QueueName
  work: FairWork
  /** Handles a batch and settles its jobs. Never throws. */
  handle: (jobs: StoredJob[]) => Promise<void>
  /** The stores to leave out for now. */
  except: () => string[]
  log: (message: string, error?: unknown) => void
}

export type FairWorker = {
  /** Fetches no more, and waits for the running batches for at most `timeout` ms. */
  stop: (timeout: number) => Promise<void>
}

const longestBatch = 5_000 // ms
const heartbeat = 8_000 // ms; a job counts as lost after 20 s without one

/** Starts a worker that takes the jobs of all stores in turn; see `fetchFairly`. */
export function startFairWorker(options: FairWorkerOptions): FairWorker {
  const { boss, database, name, work, handle, except, log } = options
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let counted = 0
  let freed = Promise.withResolvers<void>()
  const ended = run()

  async function run(): Promise<void> {
    let after = ''
    while (!stopping.signal.aborted) {
      // Slow batches get successors, but not without end.
      if (counted >= work.localConcurrency || running.size >= 4 * work.localConcurrency) {
        await freed.promise
        continue
      }
      const begun = after
      const jobs = await fetch(begun)
      if (jobs.length > 0) start(jobs)
      // The end of the list may have been empty: begin again before pausing.
      else if (begun === '') await idle()
    }

    async function fetch(begin: string): Promise<StoredJob[]> {
      try {
        const found = await fetchFairly(database, name, {
          after: begin,
          most: work.batchSize,
          except: except(),
        })
        after = found.after
        return found.jobs
      } catch (error) {
        log(`could not fetch jobs: ${name}`, error)
        after = ''
        await idle()
        return []
      }
    }
  }

  async function idle(): Promise<void> {
    await pause(work.pollingIntervalSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => {})
  }

  function start(jobs: StoredJob[]): void {
    counted++
    let isCounted = true
    const free = () => {
      if (isCounted) counted--
      isCounted = false
      freed.resolve()
      freed = Promise.withResolvers()
    }
    const slow = setTimeout(free, longestBatch)
    const beat = setInterval(
      () => void boss.touch(name, jobs).catch(error => log(`could not keep jobs: ${name}`, error)),
      heartbeat,
    )
    const batch = handle(jobs).finally(() => {
      clearTimeout(slow)
      clearInterval(beat)
      running.delete(batch)
      free()
    })
    running.add(batch)
  }

  return {
    stop: async timeout => {
      stopping.abort()
      freed.resolve()
      await ended
      await Promise.race([Promise.all(running), pause(timeout, undefined, { ref: false })])
    },
  }
}
