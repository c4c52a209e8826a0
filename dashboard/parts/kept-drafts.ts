/** What was typed into a field, and over which saved value; without `over`, over whatever is saved. */
export type Typed = { typed: unknown; over?: unknown }

/** By the names of its fields. */
export type KeptDraft = Record<string, Typed>

const mark = 'realword-draft '
const patience = 30 * 24 * 60 * 60 * 1000 // ms: what nobody came back to is forgotten

// The browser's own store outlives the page; where it is full or forbidden, drafts live as long as the page.
const drafts = new Map<string, KeptDraft>()
const listeners = new Set<() => void>()
let keys: readonly string[] = []
readAll()
addEventListener('storage', hear)

export const readDraft = (key: string) => drafts.get(key)

/** The keys of everything that is kept; the same array until one comes or goes. */
export const draftKeys = () => keys

/** Keeps what was typed, for this tab of the browser and its others; a draft without fields is forgotten. */
export function keepDraft(key: string, draft: KeptDraft): void {
  const isEmpty = Object.keys(draft).length === 0
  set(key, isEmpty ? undefined : draft)
  try {
    if (isEmpty) localStorage.removeItem(mark + key)
    else localStorage.setItem(mark + key, JSON.stringify({ at: Date.now(), draft }))
  } catch {}
}

/** Forgets all that the person typed. */
export function forgetDrafts(personId: string): void {
  for (const key of keys) {
    if (key.startsWith(`${personId} `)) keepDraft(key, {})
  }
}

/** Calls back after each change, until the answer is called. */
export function listenToDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(key: string, draft: KeptDraft | undefined): void {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  if (drafts.size !== keys.length) keys = [...drafts.keys()]
  for (const listener of listeners) listener()
}

function readAll(): void {
  try {
    for (const stored of Object.keys(localStorage)) {
      if (!stored.startsWith(mark)) continue
      const draft = parse(localStorage.getItem(stored))
      if (draft) drafts.set(stored.slice(mark.length), draft)
      else localStorage.removeItem(stored)
    }
  } catch {}
  keys = [...drafts.keys()]
}

// Another tab of the browser kept something.
function hear({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(mark)) set(key.slice(mark.length), parse(newValue))
}

function parse(stored: string | null): KeptDraft | undefined {
  try {
    const { at, draft } = JSON.parse(stored ?? 'null') as { at: number; draft: KeptDraft }
    const isWhole = Object.values(draft).every(one => 'typed' in one)
    return isWhole && at > Date.now() - patience ? draft : undefined
  } catch {
    return undefined
  }
}
