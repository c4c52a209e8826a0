import { createFairLimit } from '../../../foundation/lib/fair-limit.ts'

/** Slots for requests. Those of endpoints that do not answer in time leave room for all others. */
export type RequestSlots = {
  /**
   * Runs `act` in a slot, with the stores in turn. `responsive`: whether the endpoint answered in time the last time.
   * `act` calls `onLate` when it does not do so any more.
   */
  run: (storeId: string, responsive: boolean, act: (onLate: () => void) => Promise<void>) => Promise<void>
}

const mostQuick = 100
const quickOfStore = 10

// A request in flight over TLS with a body of 20 kB costs 250 kB. Requests that become late take them beyond the share, so 40
// stores whose 20 endpoints begin to hang at one moment fill them.
const mostSlow = 800
const slowOfStore = 5

/**
 * Two limits. An endpoint that is new, changed, or did not answer in time, takes one of the slow slots until it has
 * answered. One that answered takes a quick slot, and leaves it for a slow one as soon as it is late.
 */
export function createRequestSlots(): RequestSlots {
  const quick = createFairLimit(mostQuick, { share: quickOfStore })
  const slow = createFairLimit(mostSlow, { share: slowOfStore })
  return {
    run: async (storeId, responsive, act) => {
      if (!responsive) return await slow.run(storeId, () => act(() => {}))
      await quick.run(storeId, async leave => {
        let leaveSlow: (() => void) | undefined
        try {
          await act(() => {
            leaveSlow ??= slow.enter(storeId)
            if (leaveSlow) leave()
          })
        } finally {
          leaveSlow?.()
        }
      })
    },
  }
}
