import { type Source, shared } from '../../config.ts'

/** A product's rating: the average from 0 to 5 stars, and the number of reviews. */
export type Rating = { average: number; total: number }

type Kept = [at: number, average: number, total: number]

const day = 24 * 60 * 60 * 1000
const most = 2000 // products per store: about 80 kB of the 5 MB that an origin has

// By store. Ratings that localStorage cannot store, being full or blocked, are kept here until the page closes.
const stores = new Map<string, Map<string, Kept>>()

/** The cached rating, if it is at most 24 hours old. */
export function recall(source: Source): Rating | undefined {
  const kept = ratingsOf(source).get(keyOf(source.product))
  if (kept && isFresh(kept)) return { average: kept[1], total: kept[2] }
}

/** Caches the ratings of one response, by product, and lets all widgets of the page look again. */
export function remember(source: Source, ratings: Map<string, Rating>): void {
  const all = ratingsOf(source)
  const answered = [...ratings].map(([value, { average, total }]): [string, Kept] => [
    keyOf({ name: source.product.name, value }),
    [Date.now(), average, total],
  ])
  for (const [key, kept] of answered) all.set(key, kept)
  // Other tabs may have newer ratings than this page remembers, but for those just answered.
  const together = [...new Map([...all, ...readStorage(source), ...answered])].filter(([, kept]) =>
    isFresh(kept),
  )
  together.sort(([, [a]], [, [b]]) => a - b)
  try {
    localStorage.setItem(storageKey(source), JSON.stringify(Object.fromEntries(together.slice(-most))))
  } catch {
    // Full or blocked: the page keeps its own copy.
  }
  for (const lookAgain of shared.listening) lookAgain()
}

function ratingsOf(source: Source): Map<string, Kept> {
  const known = stores.get(storageKey(source))
  if (known) return known
  const read = readStorage(source)
  stores.set(storageKey(source), read)
  return read
}

// Any script can write there, so accept only valid entries.
function readStorage(source: Source): Map<string, Kept> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey(source)) ?? '{}')
    return new Map(
      Object.entries(read as object).filter((entry): entry is [string, Kept] => isKept(entry[1])),
    )
  } catch {
    return new Map()
  }
}

function isKept(value: unknown): value is Kept {
  if (!Array.isArray(value) || value.length !== 3 || !value.every(Number.isFinite)) return false
  const [, average, total] = value as Kept
  return average >= 0 && average <= 5 && total >= 0
}

function isFresh([at]: Kept): boolean {
  const age = Date.now() - at
  return age >= 0 && age < day
}

function storageKey({ api, storeId }: Source): string {
  return `realword:ratings:${storeId}@${api}`
}

function keyOf({ name, value }: Source['product']): string {
  return `${name}:${value}`
}
