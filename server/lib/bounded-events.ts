import type { Clock } from './clock.ts'

type Window = { start: number; passed: number; held: number }

/** Decides which of many equal events are written. A flood must fill no disk, and its size must still be known. */
export type BoundedEvents = {
  /** Whether one more event of this kind is written now. */
  passes: (kind: string) => boolean
  /** Kinds whose window is over, with the number of events that were not written; all kinds when `all` is set. */
  takeHeld: (all?: boolean) => { kind: string; count: number }[]
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
    passes: kind => {
      const now = clock()
      const known = windows.get(kind)
      if (known && now < known.start + length) {
        if (known.passed < most) known.passed++
        else known.held++
        return known.held === 0
      }
      if (known) close(kind, known)
      // The oldest window ends early: a flood of many kinds must not fill the memory either.
      const [oldest] = windows
      if (oldest && windows.size >= mostKinds) close(...oldest)
      windows.set(kind, { start: now, passed: 1, held: 0 })
      return true
    },
    takeHeld: (all = false) => {
      const now = clock()
      for (const [kind, window] of windows) if (all || now >= window.start + length) close(kind, window)
      const taken = [...held].map(([kind, count]) => ({ kind, count }))
      held.clear()
      return taken
    },
  }
}
