/** Appends the next page to a list. New records shift the pages by one, so duplicates are dropped. */
export function joined<One extends { id: string }>(
  shown: readonly One[],
  next: readonly One[],
): readonly One[] {
  const known = new Set(shown.map(one => one.id))
  return [...shown, ...next.filter(one => !known.has(one.id))]
}
