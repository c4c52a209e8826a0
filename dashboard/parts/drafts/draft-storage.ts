/** A field's edited value, and the saved value it replaces. Without `over`, it replaces any saved value. */
export type StoredEdit = { typed: unknown; over?: unknown }

/** Edits by field name. */
export type StoredDraft = Record<string, StoredEdit>

const keyPrefix = 'realword-draft '
const maxAge = 30 * 24 * 60 * 60 * 1000 // ms; older drafts are dropped

// localStorage outlives the page. Where it is full or forbidden, drafts live only as long as the page.
const drafts = new Map<string, StoredDraft>()
const listeners = new Set<() => void>()
let keys: readonly string[] = []
loadStoredDrafts()
addEventListener('storage', onStorageEvent)

export const readDraft = (key: string) => drafts.get(key)

/** The keys of all stored drafts. The array is the same one until a draft is added or removed. */
export const draftKeys = () => keys

/** Stores a draft for every tab of the browser. A draft without fields is removed. */
export function storeDraft(key: string, draft: StoredDraft): void {
  const isEmpty = Object.keys(draft).length === 0
  setDraft(key, isEmpty ? undefined : draft)
  try {
    if (isEmpty) localStorage.removeItem(keyPrefix + key)
    else localStorage.setItem(keyPrefix + key, JSON.stringify({ at: Date.now(), draft }))
  } catch {}
}

/** Removes all drafts of a person. */
export function clearDrafts(personId: string): void {
  for (const key of keys) {
    if (key.startsWith(`${personId} `)) storeDraft(key, {})
  }
}

/** Calls the listener after each change. Returns the function that unsubscribes it. */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setDraft(key: string, draft: StoredDraft | undefined): void {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  if (drafts.size !== keys.length) keys = [...drafts.keys()]
  for (const listener of listeners) listener()
}

function loadStoredDrafts(): void {
  try {
    for (const stored of Object.keys(localStorage)) {
      if (!stored.startsWith(keyPrefix)) continue
      const draft = parse(localStorage.getItem(stored))
      if (draft) drafts.set(stored.slice(keyPrefix.length), draft)
      else localStorage.removeItem(stored)
    }
  } catch {}
  keys = [...drafts.keys()]
}

// Another tab stored or removed a draft.
function onStorageEvent({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(keyPrefix)) setDraft(key.slice(keyPrefix.length), parse(newValue))
}

function parse(stored: string | null): StoredDraft | undefined {
  try {
    const { at, draft } = JSON.parse(stored ?? 'null') as { at: number; draft: StoredDraft }
    const isValid = Object.values(draft).every(edit => 'typed' in edit)
    return isValid && at > Date.now() - maxAge ? draft : undefined
  } catch {
    return undefined
  }
}
