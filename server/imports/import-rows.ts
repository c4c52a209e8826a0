import { type Database, isUnavailable } from '../database/connect.ts'
import type { Clock } from '../lib/clock.ts'
import { type CsvRow, openCsv } from '../lib/csv.ts'
import { Problem } from '../lib/problem.ts'
import { readStore } from '../stores/stores.ts'
import type { Kind } from './kind.ts'
import { createRowReader, type Draft, type Reading, type RefusedRow } from './read-rows.ts'
import { createDryRun, createWriter } from './write-rows.ts'

export type ImportOptions = Reading & {
  /** Reads and reports the same, and writes nothing. */
  dryRun?: boolean
  /** Called after each batch. */
  onProgress?: (report: ImportReport) => void
}

export type ImportReport = {
  /** The system the file was recognised as. */
  format: string
  imported: number
  /** Rows that are there already. */
  skipped: number
  /** The first 10,000. */
  refused: RefusedRow[]
  /** How many more there were. */
  refusedMore: number
}

const batchSize = 500
const mostListed = 10_000

/** See `importReviews`. */
export async function importRows<Values>(
  db: Database,
  clock: Clock,
  storeId: string,
  bytes: AsyncIterable<Uint8Array>,
  kind: Kind<Values>,
  options: ImportOptions,
): Promise<ImportReport> {
  const store = await readStore(db, storeId)
  const { header, rows } = await openCsv(bytes)
  const now = clock()
  const reader = createRowReader(kind, header, store, now, options)
  const report: ImportReport = { format: reader.format, imported: 0, skipped: 0, refused: [], refusedMore: 0 }
  const write = options.dryRun
    ? createDryRun(db, store.store_id, kind)
    : createWriter(db, store.store_id, kind, new Date(now))
  for await (const batch of inBatches(rows)) {
    const drafts: Draft<Values>[] = []
    for (const row of batch) {
      const read = reader.read(row)
      if (read && 'problem' in read) refuse(report, read)
      else if (read) drafts.push(read)
    }
    const imported = drafts.length === 0 ? 0 : await write(drafts).catch(tellBrokenOff)
    report.imported += imported
    report.skipped += drafts.length - imported
    options.onProgress?.(report)
  }
  return report
}

function refuse(report: ImportReport, row: RefusedRow): void {
  if (report.refused.length < mostListed) report.refused.push(row)
  else report.refusedMore++
}

function tellBrokenOff(error: unknown): never {
  if (!isUnavailable(error)) throw error
  throw new Problem(
    `The database went away: ${(error as Error).message}.`,
    'Import the file again: what is imported already is skipped.',
  )
}

async function* inBatches(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
