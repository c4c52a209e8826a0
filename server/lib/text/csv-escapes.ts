import type { Options } from 'csv-stringify'

/** How we write CSV: for programs that read any, and for those that take what stands in a cell for a formula. */
export const ourCsv: Options = {
  bom: true,
  record_delimiter: 'windows',
  // The library quotes the line ends of its own records alone.
  quoted_match: /[\r\n]/,
  cast: { string: escaped },
}

// What a program for tables may take for a formula, and spaces, which it may take away; with a ' before or without.
const special = /^'*[\s=+\-@＝＋－＠]/

/** A cell that no program takes for a formula: a ' stands before what could be one. */
function escaped(cell: string): string {
  return special.test(cell) ? `'${cell}` : cell
}

/** The cell that was escaped. */
export function withoutEscape(cell: string): string {
  return cell.startsWith("'") && special.test(cell) ? cell.slice(1) : cell
}
