/**
 * A list and its next page. What was published meanwhile moves the pages by one: what is shown already is not
 * shown twice.
 */
export function joined<One extends { id: string }>(
  shown: readonly One[],
  next: readonly One[],
): readonly One[] {
  const known = new Set(shown.map(one => one.id))
  return [...shown, ...next.filter(one => !known.has(one.id))]
}
