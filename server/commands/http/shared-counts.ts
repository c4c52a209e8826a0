import type { CostlyReads } from '../../database/costly-reads.ts'
import type { Counted, Counts, Limit } from '../../http/limits/counts.ts'
import type { Calls, Handlers } from './calls.ts'

/** Counts that the first process keeps for all HTTP processes, and its queue of costly reads. */
type Kept = { counts: Counts; costlyReads: CostlyReads }

/**
 * The same for an HTTP process: it asks the first process each time, so that a limit is as exact as in one process. What
 * is counted within one turn of the event loop travels in one message.
 */
export function askFirstProcess(call: Calls['call']): Kept {
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

  return {
    counts: {
      add: async (...amount) => {
        batch ??= begin()
        const at = batch.amounts.push(amount) - 1
        return (await batch.counted)[at] as Counted
      },
    },
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

type Amount = [limit: Limit, key: string, amount: number]

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
