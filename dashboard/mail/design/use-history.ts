import { useEffect, useRef } from 'react'
import type { Design } from './blocks.ts'

/** `set`: what the last step made of the design. `field` and `at`: what it was typed in, and when. */
type Steps = { past: Design[]; future: Design[]; set: Design; field?: string | undefined; at?: number }

const most = 100 // steps
const pause = 1_000 // ms without typing, after which another step begins

const isSame = (one: Design, other: Design) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Undo and redo for a design, by its name: also with Ctrl+Z and Ctrl+Shift+Z outside of text fields, which have their
 * own. Quick changes of one `field` are one step. A change by others, such as a discarded draft, ends the history.
 */
export function useHistory(name: string, current: Design, set: (design: Design) => void) {
  const all = useRef(new Map<string, Steps>())
  const known = all.current.get(name)
  const steps = known && isSame(known.set, current) ? known : { past: [], future: [], set: current }
  const keep = (changed: Steps) => all.current.set(name, changed)
  const change = (design: Design, field?: string) => {
    const at = performance.now()
    const isSameStep = field !== undefined && field === steps.field && at - (steps.at ?? 0) < pause
    const past = isSameStep ? steps.past : [...steps.past, current].slice(-most)
    keep({ past, future: [], set: design, field, at })
    set(design)
  }
  const undo = () => {
    const before = steps.past.at(-1)
    if (before === undefined) return false
    keep({ past: steps.past.slice(0, -1), future: [current, ...steps.future], set: before })
    set(before)
    return true
  }
  const redo = () => {
    const [after, ...future] = steps.future
    if (after === undefined) return false
    keep({ past: [...steps.past, current], future, set: after })
    set(after)
    return true
  }
  const canUndo = steps.past.length > 0
  const canRedo = steps.future.length > 0
  return { change, undo, redo, canUndo, canRedo }
}

export type History = ReturnType<typeof useHistory>

/** Runs `undo` and `redo` for the keys of the whole page, except in text fields and dialogs. */
export function useUndoKeys(isOn: boolean, undo: () => void, redo: () => void): void {
  const latest = useRef({ undo, redo })
  latest.current = { undo, redo }
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z'
      if (!isUndo || (event.target as Element).closest('textarea, input:not([type=checkbox]), [role=dialog]'))
        return
      event.preventDefault()
      if (event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
