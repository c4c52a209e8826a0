/** Limits how many actions run at once. */
export type FairLimit = {
  /**
   * Runs `act` when there is room, with the stores in turn: an action waits for at most one of each other store. `leave`
   * gives up the room before `act` has ended.
   */
  run: <T>(storeId: string, act: (leave: () => void) => Promise<T>) => Promise<T>
  /** Takes room without waiting, also beyond the share of the store. Returns how to leave it; undefined if it is full. */
  enter: (storeId: string) => (() => void) | undefined
}

/** Creates a limit of `most` actions at once, of which those of one store start only while they are fewer than `share`. */
export function createFairLimit(most: number, share = most): FairLimit {
  // A map keeps the order of insertion: the first store is next. It moves to the end when it had its turn.
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let total = 0

  const runningOf = (storeId: string) => running.get(storeId) ?? 0

  function take(storeId: string): () => void {
    running.set(storeId, runningOf(storeId) + 1)
    total++
    let hasRoom = true
    return () => {
      if (!hasRoom) return
      hasRoom = false
      if (runningOf(storeId) === 1) running.delete(storeId)
      else running.set(storeId, runningOf(storeId) - 1)
      total--
      startNext()
    }
  }

  function startNext(): void {
    for (const [storeId, starts] of waiting) {
      if (total >= most) return
      if (runningOf(storeId) >= share) continue
      const start = starts.shift()
      waiting.delete(storeId)
      // A loop over a map comes to what was added meanwhile: the next action of this store, behind the others.
      if (starts.length > 0) waiting.set(storeId, starts)
      start?.()
    }
  }

  return {
    run: async (storeId, act) => {
      const leave = await new Promise<() => void>(resolve => {
        const start = () => resolve(take(storeId))
        const before = waiting.get(storeId)
        if (before) before.push(start)
        else waiting.set(storeId, [start])
        startNext()
      })
      try {
        return await act(leave)
      } finally {
        leave()
      }
    },
    enter: storeId => (total < most ? take(storeId) : undefined),
  }
}
