import { type Database, isUnavailable } from '../../foundation/database/connect.ts'
import { FileError } from '../../foundation/errors/file-errors.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import type { ImportOptions, ImportReport } from './import-report.ts'
import { importRows } from './import-rows.ts'
import type { OrderImportOptions } from './orders/batches.ts'
import { importWholeOrders } from './orders/import-orders.ts'
import { questionRows } from './question-rows.ts'
import type { Source } from './reading/bytes/csv.ts'
import { reviewRows } from './review-rows.ts'

/**
 * Imports the reviews of a CSV file. Each is stored once, however often the file is imported, so an interrupted import
 * can simply be repeated. Rows that cannot be imported are reported and skipped. Throws `store_unknown`, and FileError if
 * the file is not a table of reviews, or has more rows than the limit `reviews_per_import` of the store.
 */
export function importReviews(
  db: Database,
  clock: Clock,
  storeId: string,
  source: Source,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return importRows(db, clock, storeId, source, reviewRows, options).catch(throwBrokenOff)
}

/** Imports questions as `importReviews` imports reviews. */
export function importQuestions(
  db: Database,
  clock: Clock,
  storeId: string,
  source: Source,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return importRows(db, clock, storeId, source, questionRows, options).catch(throwBrokenOff)
}

/**
 * Imports the orders of a CSV file; see `importWholeOrders`. The file is read several times: `read` returns its bytes from
 * the start.
 */
export function importOrders(
  db: Database,
  clock: Clock,
  storeId: string,
  read: () => AsyncIterable<Uint8Array>,
  options: OrderImportOptions = {},
): Promise<ImportReport> {
  return importWholeOrders(db, clock, storeId, read, options).catch(throwBrokenOff)
}

function throwBrokenOff(error: unknown): never {
  if (!isUnavailable(error)) throw error
  throw new FileError('database_lost', [(error as Error).message])
}
