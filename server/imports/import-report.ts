import type { Connection } from '../database/connect.ts'
import type { Secrets } from '../lib/secret.ts'
import type { Reading, RefusedRow } from './reading/read-table.ts'
import type { WrittenRow } from './write-rows.ts'

export type ImportOptions = Reading & {
  /** Rows of people erased since this time are skipped. Default: the start of the import. */
  erasedSince?: Date | undefined
  /** Recognises erased people. */
  secrets?: Secrets
  /** Mails the authors about decisions and replies. Otherwise they get no mail about what they wrote elsewhere. */
  notifyAuthors?: boolean | undefined
  /** Reads and reports the same, but writes nothing. */
  dryRun?: boolean
  /** The same file from the start. If the store has a limit of rows, they are counted before the first one is written. */
  reread?: () => AsyncIterable<Uint8Array>
  /** Called after each batch, with the share of the file that is done where the bytes read do not say so. */
  onProgress?: (report: ImportReport, share?: number) => void
  /** The last row that an interrupted import of the same file wrote. Rows up to it are read, but not written again. */
  after?: number
  /** Called in the transaction of each batch, so that its writes commit with the rows or not at all. */
  checkpoint?: (tx: Connection, step: Step) => Promise<void>
}

/** The result of a batch. */
export type Step = {
  lastRow: number
  imported: number
  /** The new rows. Empty for orders, whose import cannot be undone. */
  written: WrittenRow[]
  skipped: number
  /** Rows without a date. */
  undated: number
  refused: RefusedRow[]
  /** How much of the file is done, from 0 to 1, where that is not the part of it that was read. */
  share?: number
}

export type ImportReport = {
  /** The system the file was recognised as. */
  format: string
  /** Columns that are not read. Empty for the file of a known system. */
  unread: string[]
  imported: number
  /** Rows that the store already has. */
  skipped: number
  /** Rows without a date, of those that are not refused. */
  undated: number
  /** Rows without a SKU, if pages of the store ask for products by it; otherwise 0. */
  withoutSku: number
  /** The first 10,000. */
  refused: RefusedRow[]
  /** The number of refused rows beyond those in `refused`. */
  refusedMore: number
}

const mostListed = 10_000

export function startReport(format: string, unread: string[]): ImportReport {
  return { format, unread, imported: 0, skipped: 0, undated: 0, withoutSku: 0, refused: [], refusedMore: 0 }
}

/** Adds the result of a batch. */
export function addToReport(
  report: ImportReport,
  { imported, skipped, undated, refused }: Pick<Step, 'imported' | 'skipped' | 'undated' | 'refused'>,
): void {
  const listed = refused.slice(0, mostListed - report.refused.length)
  report.refused.push(...listed)
  report.refusedMore += refused.length - listed.length
  report.imported += imported
  report.skipped += skipped
  report.undated += undated
}
