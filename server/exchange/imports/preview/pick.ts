/** How many rows or orders a trial shows. */
const most = 10

/** Collects the rows that a trial shows, in bounded memory: the first ones, and the first of each kind. */
export type Picker<Row> = {
  add: (row: Row) => void
  /** In the order of the file. */
  picked: () => Row[]
}

/** `kindsOf` names the kinds that a row is an example of, the most important first. */
export function createPicker<Row extends { row: number }>(kindsOf: (row: Row) => string[]): Picker<Row> {
  const first: Row[] = []
  const ofKinds = new Map<string, Row>()
  return {
    add: row => {
      if (first.length < most) first.push(row)
      for (const kind of kindsOf(row)) if (!ofKinds.has(kind)) ofKinds.set(kind, row)
    },
    picked: () =>
      [...new Set([...ofKinds.values(), ...first])].slice(0, most).sort((one, other) => one.row - other.row),
  }
}

/** A text as a card shows it. No letter of two code units is cut in half. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}
