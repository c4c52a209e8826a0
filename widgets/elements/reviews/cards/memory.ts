/** The key of the votes of this browser. */
export const votesKey = 'rw-votes'

// If storage is blocked or full, values last until the page closes.
const remembered = new Map<string, string>()

/** The stored value of a key; null if there is none. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? remembered.get(key) ?? null
  } catch {
    return remembered.get(key) ?? null
  }
}

export function remember(key: string, value: string): void {
  remembered.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // Stored in `remembered`.
  }
}
