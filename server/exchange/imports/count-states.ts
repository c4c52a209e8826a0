/** How many rows, or orders, were left out because of each state: the file's own words in lower case. */
export type StateCounts = Record<string, number>

const mostStates = 50

/** Counts a row or an order that is left out because of its state. A file names few: others count as "…". */
export function countState(counts: StateCounts, state: string, count = 1): void {
  const isKnown = Object.hasOwn(counts, state)
  const name = isKnown || Object.keys(counts).length < mostStates ? state.slice(0, 60) : '…'
  // Defined, not assigned: a state may be called __proto__.
  const value = (Object.hasOwn(counts, name) ? (counts[name] as number) : 0) + count
  Object.defineProperty(counts, name, { value, enumerable: true, configurable: true, writable: true })
}
