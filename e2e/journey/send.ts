import type { Clock } from '../../server/foundation/lib/time/clock.ts'
import type { Purchase } from './purchases.ts'
import type { Service } from './service.ts'

export type Answer = { row: number; status: number; body: unknown }

/** One pass over all purchases. */
export type Pass = { answers: Answer[]; seconds: number }

const concurrency = 32

/**
 * The service's time while purchases are sent: the date of the oldest in flight. So each arrives on its own day or
 * slightly earlier, and none looks like a backfill.
 */
export type PurchaseClock = {
  clock: Clock
  during: <T>(date: number, act: () => Promise<T>) => Promise<T>
  /** Sets the time after everything was sent. */
  moveTo: (date: number) => void
}

export function createPurchaseClock(start: number): PurchaseClock {
  const underWay: number[] = []
  let now = start
  const printProgress = () => {
    if (underWay.length > 0) now = Math.min(...underWay)
  }
  return {
    clock: () => now,
    moveTo: date => {
      now = date
    },
    during: async (date, act) => {
      underWay.push(date)
      printProgress()
      try {
        return await act()
      } finally {
        underWay.splice(underWay.indexOf(date), 1)
        printProgress()
      }
    },
  }
}

/** Sends every purchase in order, 32 at a time. Rejects when `stop` is aborted. */
export async function sendAll(
  purchases: Purchase[],
  service: Service,
  { during }: PurchaseClock,
  stop: AbortSignal,
): Promise<Pass> {
  const answers: Answer[] = []
  const rest = purchases.values()
  const start = performance.now()
  async function sendRest(): Promise<void> {
    for (const { row, date, order } of rest) {
      stop.throwIfAborted()
      answers.push({ row, ...(await during(date, () => service.post('/orders', order))) })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, sendRest))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return { answers, seconds: (performance.now() - start) / 1000 }
}
