/** The numbers of columns, from narrow to wide. The styles choose one by the width of the element. */
export const columns = [3, 4, 6, 8] as const

/** 1 to 6. */
export const rowsOf = (rows: unknown): number => Math.min(6, Math.max(1, Math.trunc(Number(rows)) || 2))

/**
 * The classes of the tiles of `count` pictures, for each number of columns: `b2` is twice as wide and high with the
 * third one, so that few pictures fill the reserved rows; `h2` is hidden, because it would be in a further row; `l2` is
 * the last visible one of more.
 */
export function tileClasses(count: number, rows: unknown): string[] {
  const high = rowsOf(rows)
  const classes = Array.from({ length: Math.min(count, high * columns[3]) }, () => 'tile')
  for (const [which, wide] of columns.entries()) {
    const places = high * wide
    const big = Math.min(Math.floor((places - count) / 3), Math.floor(wide / 2) * Math.floor(high / 2))
    for (const index of classes.keys()) {
      if (index < big) classes[index] += ` b${which}`
      if (index >= places) classes[index] += ` h${which}`
      if (index === places - 1 && count > places) classes[index] += ` l${which}`
    }
  }
  return classes
}
