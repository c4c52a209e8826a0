import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useMe } from '../../session.tsx'
import { useStore } from '../../store.tsx'
import {
  draftKeys,
  readDraft,
  type StoredDraft,
  type StoredEdit,
  storeDraft,
  subscribeToDrafts,
} from './draft-storage.ts'

/**
 * A form's saved values with the reader's edits over them. Edits are stored in the browser per person, store and
 * field. They survive leaving the screen and closing the page, until they are saved or discarded, or the person
 * signs out. Without a name nothing is stored: the form is read-only.
 */
export function useDraft<Values extends object>(name: string | undefined, saved: Values) {
  const key = useStorageKey()(name)
  const stored =
    useSyncExternalStore(subscribeToDrafts, () => (key ? readDraft(key) : undefined)) ?? emptyDraft
  const unsaved = Object.entries(stored).filter(isUnsaved(key, saved))
  const edits = Object.fromEntries(unsaved.map(([field, edit]) => [field, edit.typed])) as Partial<Values>
  const update = (draft: StoredDraft) => key && storeDraft(key, draft)
  useDropSavedEdits(key, saved)
  const latest = useRef(saved)
  useEffect(() => {
    latest.current = saved
  })
  return {
    values: { ...saved, ...edits },
    /** The unsaved values. */
    edits,
    isDirty: unsaved.length > 0,
    /** The edited fields that somebody else has saved since the edit. */
    conflicts: unsaved
      .filter(([field]) => !beingSaved(key, field))
      .filter(([field, edit]) => 'over' in edit && !isSame(edit.over, saved[field as keyof Values]))
      .map(([field]) => field as keyof Values & string),
    change: (values: Partial<Values>) => {
      const before = (key && readDraft(key)) || emptyDraft
      const changed = Object.entries(values).map(([field, typed]): [string, StoredEdit] => [
        field,
        { over: saved[field as keyof Values], ...before[field], typed },
      ])
      const others = Object.entries(before).filter(([field]) => !(field in values))
      update(Object.fromEntries([...others, ...changed.filter(isUnsaved(key, saved))]))
    },
    discard: () => update(emptyDraft),
    /**
     * Drops the edits once `send` has saved them: once it resolves with anything but false. Edits made meanwhile stay,
     * also those back to the values that are still the saved ones. If it fails, the edits stay, except those that were undone
     * meanwhile. Resolves with whether they are saved, and rejects as `send` does.
     */
    save: async (send: () => Promise<unknown>): Promise<boolean> => {
      if (!key) return (await send()) !== false
      const sent = Object.fromEntries(
        Object.entries(readDraft(key) ?? emptyDraft).filter(isUnsaved(key, saved)),
      )
      let isSaved = false
      inFlight.set(key, sent)
      try {
        isSaved = (await send()) !== false
        return isSaved
      } finally {
        inFlight.delete(key)
        const current = Object.entries(readDraft(key) ?? emptyDraft)
        const isEdit = isUnsaved(key, latest.current)
        const left = isSaved
          ? remaining(current, sent)
          : current.filter(one => !(one[0] in sent) || isEdit(one))
        update(Object.fromEntries(left))
      }
    },
  }
}

/** Whether a request succeeds. Its mutation holds the error, for the save bar. */
export const succeeds = (request: Promise<unknown>): Promise<boolean> =>
  request.then(
    () => true,
    () => false,
  )

/** Whether a form has unsaved edits, by its draft's name or the beginning of the name. */
export function useUnsaved(): (name: string) => boolean {
  const stored = useSyncExternalStore(subscribeToDrafts, draftKeys)
  const keyOf = useStorageKey()
  return name => stored.some(key => key.startsWith(keyOf(name)))
}

/** Reads and discards drafts outside their forms, by name. */
export function useDrafts() {
  const keyOf = useStorageKey()
  return {
    read: (name: string) => readDraft(keyOf(name)),
    discard: (name: string) => storeDraft(keyOf(name), emptyDraft),
  }
}

/** Whether the person has unsaved edits in any store. */
export function useUnsavedAnywhere(): boolean {
  const { person } = useMe()
  return useSyncExternalStore(subscribeToDrafts, draftKeys).some(key => key.startsWith(`${person.id} `))
}

const emptyDraft: StoredDraft = {}

// What requests under way save, by storage key.
const inFlight = new Map<string, StoredDraft>()

const beingSaved = (key: string | undefined, field: string) =>
  key !== undefined && field in (inFlight.get(key) ?? emptyDraft)

// What was edited while a request saved `sent`. The edits replace what it has saved.
function remaining(current: [string, StoredEdit][], sent: StoredDraft): [string, StoredEdit][] {
  return current.flatMap(([field, edit]): [string, StoredEdit][] => {
    const before = sent[field]
    if (!before) return [[field, edit]]
    return isSame(edit.typed, before.typed) ? [] : [[field, { typed: edit.typed }]]
  })
}

// Drops edits that equal the saved values, but only when those values have just been loaded. Otherwise a tab that
// still shows older values would drop the edits made in another tab.
function useDropSavedEdits(key: string | undefined, saved: object) {
  const lastSeen = useRef('')
  useEffect(() => {
    const seen = `${key} ${JSON.stringify(saved)}`
    if (!key || seen === lastSeen.current) return
    lastSeen.current = seen
    const stored = readDraft(key) ?? emptyDraft
    const fields = Object.entries(stored).filter(isUnsaved(key, saved))
    if (fields.length < Object.keys(stored).length) storeDraft(key, Object.fromEntries(fields))
  })
}

function useStorageKey() {
  const { person } = useMe()
  const { store_id } = useStore()
  return <Name extends string | undefined>(name: Name) =>
    (name === undefined ? undefined : `${person.id} ${store_id} ${name}`) as Name
}

// Whether an edit differs from the saved value, or from the one that a request under way may save instead.
function isUnsaved(key: string | undefined, saved: object) {
  return ([field, { typed }]: [string, StoredEdit]) => {
    if (!(field in saved)) return false
    const before = saved[field as keyof object]
    return shapeOf(typed) === shapeOf(before) && (beingSaved(key, field) || !isSame(typed, before))
  }
}

// A draft stored by an older version of a form may have a shape that this version cannot display.
function shapeOf(value: unknown): 'list' | 'fields' | 'single' {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' && value !== null ? 'fields' : 'single'
}

// Compares by JSON: forms hold nothing that JSON cannot represent.
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
