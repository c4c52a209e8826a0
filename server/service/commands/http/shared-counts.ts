import { LRUCache } from 'lru-cache'
import type { CostlyReads } from '../../../foundation/database/costly-reads.ts'
import type { Counted, Counts, Limit } from '../../../foundation/http/limits/counts.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import type { Calls, Handlers } from './calls.ts'

/** Counts that the first process keeps for all HTTP processes, and its queue of costly reads. */
type Kept = { counts: Counts; costlyReads: CostlyReads }

/**
 * The same for one of `processes` HTTP processes, which asks the first process. What it counts within one
 * iteration of the event loop travels in one message.
 */
export function askFirstProcess(call: Calls['call'], processes: number, clock: Clock): Kept {
  let batch: { amounts: Amount[]; counted: Promise<Counted[]> } | undefined

  function begin(): NonNullable<typeof batch> {
    const { promise, resolve } = Promise.withResolvers<Counted[]>()
    const amounts: Amount[] = []
    setImmediate(() => {
      batch = undefined
      resolve(call('count', amounts) as Promise<Counted[]>)
    })
    return { amounts, counted: promise }
  }

  async function ask(...amount: Amount): Promise<Counted> {
    batch ??= begin()
    const at = batch.amounts.push(amount) - 1
    return (await batch.counted)[at] as Counted
  }

  return {
    counts: countWithLeases(ask, processes, clock),
    costlyReads: async (storeId, read) => {
      const id = await call('beginCostlyRead', storeId)
      try {
        return await read()
      } finally {
        void call('endCostlyRead', id)
      }
    },
  }
}

type Amount = [limit: Limit, key: string, amount: number, used: number]

type Lease = {
  /** What all processes had counted, by the last answer, and what was counted here since. */
  sum: number
  used: number
  /** What may be counted here before asking again. */
  allowed: number
  /** The smallest amount that was refused: no such amount fits any more. */
  refused: number
  until: number
}

const mostKeys = 20_000 // about 300 bytes each

/**
 * Leases a twentieth of what is left of a limit, and asks for more when it is spent; near the limit, or with a small one,
 * it asks for each amount. A message costs as much as a quarter of a read. All processes together exceed a limit by a
 * twentieth at most, and refuse nothing below it.
 */
function countWithLeases(
  ask: (...amount: Amount) => Promise<Counted>,
  processes: number,
  clock: Clock,
): Counts {
  const entries = new LRUCache<string, Lease>({ max: mostKeys })

  function find({ name: limit, window }: Limit, key: string, now: number): Lease {
    const name = `${limit} ${key}`
    const known = entries.get(name)
    // A clock that was wrong and is set back starts a new window.
    if (known && now < known.until && now >= known.until - window) return known
    const fresh = { sum: 0, used: 0, allowed: 0, refused: Number.POSITIVE_INFINITY, until: now }
    entries.set(name, fresh)
    return fresh
  }

  return {
    add: async (limit, key, amount) => {
      const now = clock()
      const entry = find(limit, key, now)
      if (amount >= entry.refused) return { sum: limit.most + amount, resetIn: entry.until - now }
      if (entry.used + amount <= entry.allowed) {
        entry.used += amount
        return { sum: entry.sum + entry.used, resetIn: entry.until - now }
      }
      const { used } = entry
      entry.used = 0
      entry.allowed = 0
      const counted = await ask(limit, key, amount, used)
      entry.sum = counted.sum
      entry.until = now + counted.resetIn
      entry.allowed = Math.floor((limit.most - counted.sum) / (20 * processes))
      if (counted.sum > limit.most) entry.refused = Math.min(entry.refused, amount)
      return counted
    },
  }
}

/** Answers one HTTP process. `end` gives back what it held, once it is gone. */
export function answerHttpProcess({ counts, costlyReads }: Kept): { handlers: Handlers; end: () => void } {
  const running = new Map<number, () => void>()
  let last = 0
  let hasEnded = false

  function run(begun: (id: number) => void): Promise<void> {
    if (hasEnded) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(++last, resolve)
    begun(last)
    return promise
  }

  function finish(id: number): void {
    running.get(id)?.()
    running.delete(id)
  }

  return {
    handlers: {
      count: (amounts: Amount[]) => Promise.all(amounts.map(amount => counts.add(...amount))),
      beginCostlyRead: (storeId: string) =>
        new Promise<number>((resolve, reject) => {
          costlyReads(storeId, () => run(resolve)).catch(reject)
        }),
      endCostlyRead: finish,
    },
    end: () => {
      hasEnded = true
      for (const id of [...running.keys()]) finish(id)
    },
  }
}
