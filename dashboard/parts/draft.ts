import { useEffect, useSyncExternalStore } from 'react'
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
  useEffect(() => {
    if (key && fields.length < Object.keys(kept).length) keepDraft(key, Object.fromEntries(fields))
  })
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
      const changed = Object.entries(change).map(([field, typed]) => [
        field,
        { over: saved[field as keyof Values], ...before[field], typed },
      ])
      keep({ ...before, ...Object.fromEntries(changed) })
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

function useKeys() {
  const { person } = useMe()
  const { store_id } = useStore()
  return <Name extends string | undefined>(name: Name) =>
    (name === undefined ? undefined : `${person.id} ${store_id} ${name}`) as Name
}

function isUnsavedIn(saved: object) {
  return ([field, { typed }]: [string, KeptDraft[string]]) =>
    field in saved && !isSame(typed, saved[field as keyof object])
}

// Of what JSON can say, which is all that forms hold.
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
