/** Runs at most `most` acts at once; the others wait for their turn. */
export function createLimit(most: number): <T>(act: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async act => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await act()
    } finally {
      // The place is handed on, so nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
