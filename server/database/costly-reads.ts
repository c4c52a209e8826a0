import { Busy } from './group-commit.ts'

/** Runs a costly read of a store when there is room for it; throws Busy when too many wait already. */
export type CostlyReads = <Answer>(storeId: string, read: () => Promise<Answer>) => Promise<Answer>

type Limits = {
  /** At once, of all stores and of one. */
  running: number
  runningOfStore: number
  waiting: number
  waitingOfStore: number
}

// A search may keep a core busy for tens of milliseconds. One store gets one core at most, whoever searches in it, and
// two get no more than two. A full queue of a store is worked off within a second.
const standard: Limits = { running: 2, runningOfStore: 1, waiting: 64, waitingOfStore: 8 }

/**
 * Bounds costly reads, on each instance: how many run, and how many wait. Stores take turns, so a queue of one store
 * delays a read of another by one read at most.
 */
export function limitCostlyReads(limits: Limits = standard): CostlyReads {
  const queues = new Map<string, (() => void)[]>()
  const runningOf = new Map<string, number>()
  let running = 0
  let waiting = 0

  const isFree = (storeId: string) =>
    running < limits.running && (runningOf.get(storeId) ?? 0) < limits.runningOfStore

  function count(storeId: string, change: 1 | -1): void {
    running += change
    const left = (runningOf.get(storeId) ?? 0) + change
    if (left > 0) runningOf.set(storeId, left)
    else runningOf.delete(storeId)
  }

  function wait(storeId: string): Promise<void> {
    const queue = queues.get(storeId) ?? []
    if (waiting >= limits.waiting || queue.length >= limits.waitingOfStore) throw new Busy(1)
    waiting++
    queues.set(storeId, queue)
    return new Promise(resolve => queue.push(resolve))
  }

  // A store that was served goes behind the others: a Map keeps the order of insertion.
  function startNext(): void {
    for (const [storeId, queue] of queues) {
      if (!isFree(storeId)) continue
      const start = queue.shift()
      queues.delete(storeId)
      if (queue.length > 0) queues.set(storeId, queue)
      waiting--
      count(storeId, 1)
      start?.()
      return
    }
  }

  return async (storeId, read) => {
    if (isFree(storeId)) count(storeId, 1)
    else await wait(storeId)
    try {
      return await read()
    } finally {
      count(storeId, -1)
      startNext()
    }
  }
}
