import { createFairLimit } from '../lib/fair-limit.ts'
import { Busy } from './group-commit.ts'

/** Runs a costly read of a store, queueing it if needed. Throws Busy if too many are queued. */
export type CostlyReads = <Answer>(storeId: string, read: () => Promise<Answer>) => Promise<Answer>

type Limits = {
  /** Concurrent reads, of all stores and of one. */
  running: number
  runningOfStore: number
  waiting: number
  waitingOfStore: number
}

// A search may keep a core busy for tens of milliseconds. All searches use two cores at most, and those of one store
// use one. A store's full queue drains within a second.
const standard: Limits = { running: 2, runningOfStore: 1, waiting: 64, waitingOfStore: 8 }

/**
 * Bounds running and waiting costly reads on each instance. Stores are served in rotation, so a long queue of one store
 * delays a read of another by one read at most.
 */
export function limitCostlyReads(limits: Limits = standard): CostlyReads {
  const { running, runningOfStore, waiting, waitingOfStore } = limits
  const queue = { most: waiting, share: waitingOfStore, refusal: () => new Busy(1) }
  return createFairLimit(running, { share: runningOfStore, queue }).run
}
