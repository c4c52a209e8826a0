import { isAscii, isUtf8 } from 'node:buffer'
import type { Encoding } from './dialect.ts'

/** Cells with more than ASCII: those that are UTF-8, and others. */
export type EncodingCounts = { utf8: number; other: number }

/**
 * Whether cells that are not UTF-8 are damaged; else they are Windows-1252. Of a file with both, the larger part is right:
 * one cell of Windows-1252 is hardly ever valid UTF-8 by chance, as it needs letters such as Ã before each symbol.
 */
export function isUtf8File({ utf8, other }: EncodingCounts): boolean {
  return utf8 >= Math.max(other, 1)
}

const windows1252 = new TextDecoder('windows-1252')

/** The text of a cell; null if its encoding is unknown, or not `encoding`. Counts it. */
export function decodeCell(
  cell: Buffer,
  encoding: Encoding | undefined,
  counts: EncodingCounts,
): string | null {
  if (isAscii(cell)) return cell.toString('latin1')
  const fits = isUtf8(cell)
  counts[fits ? 'utf8' : 'other']++
  if (encoding === 'utf-8' && !fits) return null
  if (encoding !== 'windows-1252' && fits) return cell.toString('utf8')
  const text = windows1252.decode(cell)
  // Of other files, such as a spreadsheet that was not saved as CSV.
  return /[^\P{Cc}\t\r\n]/u.test(text) ? null : text
}
