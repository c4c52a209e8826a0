/** The key of the votes of this browser. */
export const votesKey = 'rw-votes'

// Values that localStorage could not store, because it is blocked or full: until it can, or the page closes.
const remembered = new Map<string, string>()

/** The stored value of a key; null if there is none. */
export function recall(key: string): string | null {
  try {
    return remembered.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    remembered.delete(key)
  } catch {
    remembered.set(key, value)
  }
}

/** The reviews that this browser marked as helpful, with the number of votes that each had then. */
export function helpfulReviews(): Map<string, number> {
  try {
    const known = Object.entries(JSON.parse(recall(votesKey) ?? '{}'))
    return new Map(known.map(([id, votes]) => [id, Number(votes) || 0]))
  } catch {
    return new Map()
  }
}
