import type { Clock } from '../../../foundation/lib/time/clock.ts'

/** Wakes stores later. */
export type Alarms = {
  /** Wakes the store after `wait` ms, unless it is woken sooner. */
  set: (storeId: string, wait: number) => void
  clear: () => void
}

export function createAlarms(clock: Clock, wake: (storeId: string) => void): Alarms {
  const alarms = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  return {
    set: (storeId, wait) => {
      const at = clock() + wait
      const earlier = alarms.get(storeId)
      if (earlier && earlier.at <= at) return
      clearTimeout(earlier?.timer)
      const timer = setTimeout(() => {
        alarms.delete(storeId)
        wake(storeId)
      }, wait)
      alarms.set(storeId, { at, timer: timer.unref() })
    },
    clear: () => {
      for (const { timer } of alarms.values()) clearTimeout(timer)
      alarms.clear()
    },
  }
}
