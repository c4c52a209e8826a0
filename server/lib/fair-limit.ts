/** Limits how many actions run at once. */
export type FairLimit = {
  /**
   * Runs `act` when there is room, with the stores in turn: an action waits for at most one of each other store. `leave`
   * gives up the room before `act` has ended.
   */
  run: <T>(storeId: string, act: (leave: () => void) => Promise<T>) => Promise<T>
}

/** Creates a limit of `most` actions at once. */
export function createFairLimit(most: number): FairLimit {
  // A map keeps the order of insertion: the first store is next. It moves to the end when it had its turn.
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function startNext(): void {
    while (running < most) {
      const [next] = waiting
      if (!next) return
      const [storeId, starts] = next
      const start = starts.shift()
      waiting.delete(storeId)
      if (starts.length > 0) waiting.set(storeId, starts)
      running++
      start?.()
    }
  }

  return {
    run: async (storeId, act) => {
      await new Promise<void>(resolve => {
        const before = waiting.get(storeId)
        if (before) before.push(resolve)
        else waiting.set(storeId, [resolve])
        startNext()
      })
      let hasRoom = true
      const leave = () => {
        if (!hasRoom) return
        hasRoom = false
        running--
        startNext()
      }
      try {
        return await act(leave)
      } finally {
        leave()
      }
    },
  }
}
