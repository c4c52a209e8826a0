/** Limits how many actions run at once. */
export type FairLimit = {
  /**
   * Runs `act` when a slot is free, with the owners in turn: an action waits for at most one of each other owner. `leave`
   * gives up the slot before `act` has ended.
   */
  run: <T>(owner: string, act: (leave: () => void) => Promise<T>) => Promise<T>
  /** Enters a slot without waiting, also beyond the share of the owner. Returns how to leave it; undefined if it is full. */
  enter: (owner: string) => (() => void) | undefined
}

/** Creates a limit of `most` actions at once, of which those of one owner start only while they are fewer than `share`. */
export function createFairLimit(most: number, share = most): FairLimit {
  // A map keeps the order of insertion: the first owner is next. It moves to the end when it had its turn.
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let total = 0

  const runningOf = (owner: string) => running.get(owner) ?? 0

  function take(owner: string): () => void {
    running.set(owner, runningOf(owner) + 1)
    total++
    let holdsSlot = true
    return () => {
      if (!holdsSlot) return
      holdsSlot = false
      if (runningOf(owner) === 1) running.delete(owner)
      else running.set(owner, runningOf(owner) - 1)
      total--
      startNext()
    }
  }

  function startNext(): void {
    for (const [owner, starts] of waiting) {
      if (total >= most) return
      if (runningOf(owner) >= share) continue
      const start = starts.shift()
      waiting.delete(owner)
      // A loop over a map comes to what was added meanwhile: the next action of this owner, behind the others.
      if (starts.length > 0) waiting.set(owner, starts)
      start?.()
    }
  }

  return {
    run: async (owner, act) => {
      const leave = await new Promise<() => void>(resolve => {
        const start = () => resolve(take(owner))
        const before = waiting.get(owner)
        if (before) before.push(start)
        else waiting.set(owner, [start])
        startNext()
      })
      try {
        return await act(leave)
      } finally {
        leave()
      }
    },
    enter: owner => (total < most ? take(owner) : undefined),
  }
}
