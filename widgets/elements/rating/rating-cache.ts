import type { Source } from '../../config.ts'

/** A product's rating: the average of 0 to 5 stars, and how many reviews it comes from. */
export type Rating = { average: number; total: number }

type Kept = [at: number, average: number, total: number]

const day = 24 * 60 * 60 * 1000
const most = 2000 // products of one store: about 80 kB of the 5 MB an origin has

// By store. What localStorage refuses, being full or forbidden, is remembered here as long as the page lives.
const stores = new Map<string, Map<string, Kept>>()

/** The rating seen within the last 24 hours, if any. */
export function recall(source: Source): Rating | undefined {
  const kept = ratingsOf(source).get(keyOf(source.product))
  if (kept && isFresh(kept)) return { average: kept[1], total: kept[2] }
}

/** Keeps the ratings of one answer, by product. */
export function remember(source: Source, ratings: Map<string, Rating>): void {
  const all = ratingsOf(source)
  for (const [value, { average, total }] of ratings) {
    const key = keyOf({ name: source.product.name, value })
    all.delete(key) // so that the newest stand last
    all.set(key, [Date.now(), average, total])
  }
  // What another tab wrote meanwhile comes first, ours is newer.
  const together = [...new Map([...readStorage(source), ...all])].filter(([, kept]) => isFresh(kept))
  try {
    localStorage.setItem(place(source), JSON.stringify(Object.fromEntries(together.slice(-most))))
  } catch {
    // Full or forbidden: the page remembers for itself.
  }
}

function ratingsOf(source: Source): Map<string, Kept> {
  const known = stores.get(place(source))
  if (known) return known
  const read = readStorage(source)
  stores.set(place(source), read)
  return read
}

// Anybody's script can write there: only what looks like ours is believed.
function readStorage(source: Source): Map<string, Kept> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(place(source)) ?? '{}')
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

function place({ api, storeId }: Source): string {
  return `realword:ratings:${storeId}@${api}`
}

function keyOf({ name, value }: Source['product']): string {
  return `${name}:${value}`
}
