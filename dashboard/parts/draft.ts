import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useMe } from '../session.tsx'
import { useStore } from '../store.tsx'
import { draftKeys, type KeptDraft, keepDraft, listenToDrafts, readDraft } from './kept-drafts.ts'

/**
 * A form's saved values with what was typed over them. What is typed is kept in the browser, by person and store,
 * field by field: it outlives the screen and the page, and ends by being saved, or discarded, or signing out. Without
 * a name nothing is kept: the form is one to look at.
 */
export function useDraft<Values extends object>(name: string | undefined, saved: Values) {
  const key = useKeys()(name)
  const kept = useSyncExternalStore(listenToDrafts, () => (key ? readDraft(key) : undefined)) ?? none
  const fields = Object.entries(kept).filter(isUnsavedIn(saved))
  const typed = Object.fromEntries(fields.map(([field, one]) => [field, one.typed])) as Partial<Values>
  const keep = (draft: KeptDraft) => key && keepDraft(key, draft)
  useForgetting(key, saved)
  return {
    values: { ...saved, ...typed },
    /** What is not saved. */
    typed,
    isDirty: fields.length > 0,
    /** The fields that somebody else has saved since they were typed in. */
    overtaken: fields
      .filter(([field, one]) => 'over' in one && !isSame(one.over, saved[field as keyof Values]))
      .map(([field]) => field as keyof Values & string),
    change: (change: Partial<Values>) => {
      const before = (key && readDraft(key)) || none
      const changed = Object.entries(change).map(([field, typed]): [string, KeptDraft[string]] => [
        field,
        { over: saved[field as keyof Values], ...before[field], typed },
      ])
      const others = Object.entries(before).filter(([field]) => !(field in change))
      keep(Object.fromEntries([...others, ...changed.filter(isUnsavedIn(saved))]))
    },
    discard: () => keep(none),
    /** After `sent` was saved: what was typed while it was on its way stays. */
    settle: (sent: Partial<Values>) => {
      const now = Object.entries((key && readDraft(key)) || none)
      const left = now.flatMap(([field, one]): [string, KeptDraft[string]][] => {
        if (!(field in sent)) return [[field, one]]
        return isSame(one.typed, sent[field as keyof Values]) ? [] : [[field, { typed: one.typed }]]
      })
      keep(Object.fromEntries(left))
    },
  }
}

/** Whether something is not saved, by its name or by how the name begins. */
export function useUnsaved(): (name: string) => boolean {
  const kept = useSyncExternalStore(listenToDrafts, draftKeys)
  const keyOf = useKeys()
  return name => kept.some(key => key.startsWith(keyOf(name)))
}

/** Whether the person has something that is not saved, in any store. */
export function useUnsavedAnywhere(): boolean {
  const { person } = useMe()
  return useSyncExternalStore(listenToDrafts, draftKeys).some(key => key.startsWith(`${person.id} `))
}

const none: KeptDraft = {}

// Forgets what was saved meanwhile, when it is read: a tab that shows what was saved before would otherwise forget
// what is typed in another one.
function useForgetting(key: string | undefined, saved: object) {
  const last = useRef('')
  useEffect(() => {
    const read = `${key} ${JSON.stringify(saved)}`
    if (!key || read === last.current) return
    last.current = read
    const kept = readDraft(key) ?? none
    const fields = Object.entries(kept).filter(isUnsavedIn(saved))
    if (fields.length < Object.keys(kept).length) keepDraft(key, Object.fromEntries(fields))
  })
}

function useKeys() {
  const { person } = useMe()
  const { store_id } = useStore()
  return <Name extends string | undefined>(name: Name) =>
    (name === undefined ? undefined : `${person.id} ${store_id} ${name}`) as Name
}

function isUnsavedIn(saved: object) {
  return ([field, { typed }]: [string, KeptDraft[string]]) => {
    if (!(field in saved)) return false
    const before = saved[field as keyof object]
    return shapeOf(typed) === shapeOf(before) && !isSame(typed, before)
  }
}

// What an older version of a form kept may have another shape than this one can show.
function shapeOf(value: unknown): 'list' | 'fields' | 'one' {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' && value !== null ? 'fields' : 'one'
}

// Of what JSON can say, which is all that forms hold.
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
