import { createFairLimit } from '../../../foundation/lib/fair-limit.ts'

/**
 * The connections to the mail server, shared by all stores. A mail server can take minutes for one mail, if it waits
 * for a recipient's server. Such a mail gives its slot to others, and its store gets no new one for a while.
 */
export type ConnectionSlots = {
  /** The connections that can be open at once. */
  most: number
  /**
   * Runs `act` in a slot, with the stores in turn. Calls `onSlow` if it takes longer than `slowAfter`. Returns
   * undefined, without running it, if the store has too many slow mails by then.
   */
  run: <T>(storeId: string, act: () => Promise<T>, onSlow: () => void) => Promise<T | undefined>
  /** The stores with too many slow mails under way. */
  slowStores: () => string[]
}

const mostSlow = 5 // mails of a store

/** Creates `count` slots, and spare ones for twice as many slow mails. `slowAfter` is in ms. */
export function createConnectionSlots(count: number, slowAfter: number): ConnectionSlots {
  const limit = createFairLimit(count)
  const slow = new Map<string, number>()
  let spare = 2 * count

  async function watch<T>(storeId: string, act: () => Promise<T>, onSlow: () => void): Promise<T> {
    let isSlow = false
    const timer = setTimeout(() => {
      if (spare === 0) return
      isSlow = true
      spare--
      slow.set(storeId, (slow.get(storeId) ?? 0) + 1)
      onSlow()
    }, slowAfter)
    try {
      return await act()
    } finally {
      clearTimeout(timer)
      if (isSlow) {
        spare++
        const left = (slow.get(storeId) ?? 0) - 1
        if (left > 0) slow.set(storeId, left)
        else slow.delete(storeId)
      }
    }
  }

  const isFull = (storeId: string) => (slow.get(storeId) ?? 0) >= mostSlow

  return {
    most: 3 * count,
    run: async (storeId, act, onSlow) =>
      await limit.run(storeId, async leave => {
        if (isFull(storeId)) return undefined
        return await watch(storeId, act, () => {
          leave()
          onSlow()
        })
      }),
    slowStores: () => [...slow.keys()].filter(isFull),
  }
}
