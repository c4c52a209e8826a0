import type { Connection } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { countState, type StateCounts } from './count-states.ts'
import { addPictures, type FoundPictures, noPictures } from './found-pictures.ts'
import type { PreviewedRow } from './preview/preview-contents.ts'
import type { PreviewedOrder } from './preview/preview-orders.ts'
import type { FilePlan, Reading } from './reading/read-table.ts'
import type { RefusedRow } from './reading/refusals/refusals.ts'
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
  /** The import of the dashboard, for which its pictures are counted. */
  importId?: string | undefined
  /** Called before the first row is written, with what was decided for the file; of orders again when all ids are known. */
  onPlan?: (plan: FilePlan) => Promise<void>
  /** Called after each batch, with the share of the file that is done, where that is known. */
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
  skippedStates: StateCounts
  /** Of reviews. */
  pictures?: FoundPictures
  /** Of orders: see `ImportReport`. */
  updated?: number
  waiting?: number
  laterConsents?: number[]
  /** How much of the file is done, from 0 to 1, where that is known. */
  share?: number | undefined
}

/** Some of what a trial would import, as it will be in the store: of each kind, and the first ones. */
export type ImportPreview = { rows: PreviewedRow[]; orders: PreviewedOrder[] }

export type ImportReport = FilePlan & {
  /** Of a trial. */
  preview?: ImportPreview
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
  /** Rows, or orders, that were left out because of their state. */
  skippedStates: StateCounts
  /** The pictures of all rows that are not refused. */
  pictures: FoundPictures
  /** Orders that the store has and that the file changes: it delivers what waits, or calls off. */
  updated: number
  /** Of the imported orders, those that are asked about only after their delivery is reported. */
  waiting: number
  /** Orders whose consent to a channel was left out, because their date lies in the future. */
  laterConsents: LaterConsents
}

/** How many orders, and the first row of each of the first ones. */
export type LaterConsents = { count: number; rows: number[] }

export const noLaterConsents = (): LaterConsents => ({ count: 0, rows: [] })

/** Adds those of a batch. */
export function addLaterConsents(all: LaterConsents, rows: number[]): void {
  all.count += rows.length
  all.rows.push(...rows.slice(0, mostRows - all.rows.length))
}

const mostRows = 20
const mostListed = 10_000

export function startReport(plan: FilePlan): ImportReport {
  const none = {
    imported: 0,
    skipped: 0,
    undated: 0,
    withoutSku: 0,
    updated: 0,
    waiting: 0,
    refused: [],
    refusedMore: 0,
  }
  return { ...plan, ...none, skippedStates: {}, pictures: noPictures(), laterConsents: noLaterConsents() }
}

/** Adds the result of a batch. */
export function addToReport(
  report: ImportReport,
  {
    imported,
    skipped,
    undated,
    refused,
    skippedStates,
    pictures = noPictures(),
    updated = 0,
    waiting = 0,
    laterConsents = [],
  }: Omit<Step, 'lastRow' | 'written' | 'share'>,
): void {
  for (const [state, count] of Object.entries(skippedStates)) countState(report.skippedStates, state, count)
  const listed = refused.slice(0, mostListed - report.refused.length)
  report.refused.push(...listed)
  report.refusedMore += refused.length - listed.length
  addPictures(report.pictures, pictures)
  report.imported += imported
  report.skipped += skipped
  report.undated += undated
  report.updated += updated
  report.waiting += waiting
  addLaterConsents(report.laterConsents, laterConsents)
}
