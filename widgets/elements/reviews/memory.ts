// Where storage is forbidden or full, what is remembered lasts as long as the page.
const remembered = new Map<string, string>()

/** What the browser remembers under a name; null when nothing. */
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
    // Kept above.
  }
}
