/** Runs acts, at most `most` at once: the others wait for their turn. */
export type Lanes = <T>(act: () => Promise<T>) => Promise<T>

export function createLanes(most: number): Lanes {
  let free = most
  const waiting: (() => void)[] = []
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (free === 0) await new Promise<void>(resolve => waiting.push(resolve))
    else free--
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
