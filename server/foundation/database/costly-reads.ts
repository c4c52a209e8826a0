import { Busy } from './group-commit.ts'

/**
 * Runs a costly read of a store, queueing it if needed. Throws Busy if too many are queued, and the reason of `signal` if
 * it is aborted before the read begins.
 */
export type CostlyReads = <Answer>(
  storeId: string,
  read: () => Promise<Answer>,
  signal?: AbortSignal,
) => Promise<Answer>

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

  function wait(storeId: string, signal?: AbortSignal): Promise<void> {
    const queue = queues.get(storeId) ?? []
    if (waiting >= limits.waiting || queue.length >= limits.waitingOfStore) throw new Busy(1)
    waiting++
    queues.set(storeId, queue)
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        remove(storeId, start)
        reject(signal?.reason)
      }
      queue.push(start)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  // The requester left: its place is free again.
  function remove(storeId: string, start: () => void): void {
    const queue = queues.get(storeId)
    if (!queue?.includes(start)) return
    queue.splice(queue.indexOf(start), 1)
    if (queue.length === 0) queues.delete(storeId)
    waiting--
  }

  // Move a served store behind the others: a Map keeps the order of insertion.
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

  return async (storeId, read, signal) => {
    signal?.throwIfAborted()
    if (isFree(storeId)) count(storeId, 1)
    else await wait(storeId, signal)
    try {
      return await read()
    } finally {
      count(storeId, -1)
      startNext()
    }
  }
}
