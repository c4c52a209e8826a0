import type { Options } from 'csv-stringify'

/** Our CSV format: readable by any program, and safe for programs that interpret cells as formulas. */
export const ourCsv: Options = {
  bom: true,
  record_delimiter: 'windows',
  // The library quotes only cells with its own line endings.
  quoted_match: /[\r\n]/,
  cast: { string: escaped },
}

// Characters that a spreadsheet may read as a formula, and spaces, which it may trim; with or without ' before them.
const special = /^'*[\s=+\-@＝＋－＠]/

/** A cell that no spreadsheet reads as a formula: a possible one gets a ' in front. */
function escaped(cell: string): string {
  return special.test(cell) ? `'${cell}` : cell
}

/** The original cell, before escaping. */
export function withoutEscape(cell: string): string {
  return cell.startsWith("'") && special.test(cell) ? cell.slice(1) : cell
}
