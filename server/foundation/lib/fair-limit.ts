/** Limits how many actions run at once. */
export type FairLimit = {
  /**
   * Runs `act` when there is a free slot, with the owners in rotation: an action waits for at most one turn of each
   * other owner. `leave` frees the slot before `act` has ended. Throws the refusal of a full queue, and the reason of
   * `signal` if it is aborted before `act` begins.
   */
  run: <T>(owner: string, act: (leave: () => void) => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** Takes a slot without waiting, also beyond the share of the owner. Returns how to leave it; undefined if none is free. */
  enter: (owner: string) => (() => void) | undefined
}

/** How many actions may wait, and how many of one owner. */
type Queue = { most: number; share: number; refusal: () => Error }

const endless: Queue = {
  most: Number.POSITIVE_INFINITY,
  share: Number.POSITIVE_INFINITY,
  refusal: () => new Error('the queue is full'),
}

export type FairLimitOptions = {
  /** An action of an owner starts only while fewer than this many of the owner run. */
  share?: number
  /** How many actions of an owner start before those of the next one. */
  perTurn?: number
  queue?: Queue
}

/** Creates a limit of `most` actions at once. */
export function createFairLimit(
  most: number,
  { share = most, perTurn = 1, queue = endless }: FairLimitOptions = {},
): FairLimit {
  // A map keeps the order of insertion: the first owner is next. It moves to the end after its turn.
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let total = 0
  let queued = 0
  let turn = { owner: '', left: 0 }

  const runningOf = (owner: string) => running.get(owner) ?? 0
  const isFree = (owner: string) => total < most && runningOf(owner) < share

  function take(owner: string): () => void {
    running.set(owner, runningOf(owner) + 1)
    total++
    let hasSlot = true
    return () => {
      if (!hasSlot) return
      hasSlot = false
      if (runningOf(owner) === 1) running.delete(owner)
      else running.set(owner, runningOf(owner) - 1)
      total--
      startNext()
    }
  }

  function wait(owner: string, signal?: AbortSignal): Promise<() => void> {
    const starts = waiting.get(owner) ?? []
    if (queued >= queue.most || starts.length >= queue.share) throw queue.refusal()
    queued++
    waiting.set(owner, starts)
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(take(owner))
      }
      const giveUp = () => {
        starts.splice(starts.indexOf(start), 1)
        if (starts.length === 0) waiting.delete(owner)
        queued--
        reject(signal?.reason)
      }
      starts.push(start)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  function startNext(): void {
    for (const [owner, starts] of waiting) {
      if (total >= most) return
      if (!isFree(owner)) continue
      continueTurn(owner, starts)
      if (turn.left > 0 && starts.length > 0) continue
      turn.owner = ''
      waiting.delete(owner)
      // A loop over a map comes to what was added meanwhile: the next turn of this owner, behind the others.
      if (starts.length > 0) waiting.set(owner, starts)
    }
  }

  /** Starts what is left of the owner's turn. */
  function continueTurn(owner: string, starts: (() => void)[]): void {
    if (turn.owner !== owner) turn = { owner, left: perTurn }
    while (turn.left > 0 && starts.length > 0 && isFree(owner)) {
      turn.left--
      queued--
      starts.shift()?.()
    }
  }

  return {
    run: async (owner, act, signal) => {
      signal?.throwIfAborted()
      const leave = isFree(owner) ? take(owner) : await wait(owner, signal)
      try {
        return await act(leave)
      } finally {
        leave()
      }
    },
    enter: owner => (total < most ? take(owner) : undefined),
  }
}
