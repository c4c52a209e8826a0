import type { Clock } from './time/clock.ts'

type Window = { start: number; passed: number; held: number }

/** Decides which of many equal events are written. A flood must not fill the disk, and its size is still reported. */
export type BoundedEvents = {
  /** Counts an event, and returns whether to write it. */
  shouldWrite: (kind: string) => boolean
  /** Takes the counts of unwritten events, of ended windows or of all. */
  flush: (all?: boolean) => { kind: string; count: number }[]
}

const mostKinds = 10_000

/** At most `most` events of a kind are written in a window of `length` milliseconds. */
export function boundEvents(clock: Clock, { most, length }: { most: number; length: number }): BoundedEvents {
  const windows = new Map<string, Window>()
  const held = new Map<string, number>()
  const close = (kind: string, { held: count }: Window) => {
    windows.delete(kind)
    if (count > 0) held.set(kind, (held.get(kind) ?? 0) + count)
  }
  return {
    shouldWrite: kind => {
      const now = clock()
      const known = windows.get(kind)
      if (known && now < known.start + length) {
        if (known.passed < most) known.passed++
        else known.held++
        return known.held === 0
      }
      if (known) close(kind, known)
      // End the oldest window early: many kinds must not fill the memory.
      const [oldest] = windows
      if (oldest && windows.size >= mostKinds) close(...oldest)
      windows.set(kind, { start: now, passed: 1, held: 0 })
      return true
    },
    flush: (all = false) => {
      const now = clock()
      for (const [kind, window] of windows) if (all || now >= window.start + length) close(kind, window)
      const taken = [...held].map(([kind, count]) => ({ kind, count }))
      held.clear()
      return taken
    },
  }
}
