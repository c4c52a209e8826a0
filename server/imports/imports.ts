import { type Database, isUnavailable } from '../database/connect.ts'
import { Problem } from '../lib/problem.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { ImportOptions, ImportReport } from './import-rows.ts'
import { importRows } from './import-rows.ts'
import { questionRows } from './question-rows.ts'
import { reviewRows } from './review-rows.ts'

/**
 * Puts the reviews of a CSV file into the store, each once however often it is imported: one that is broken
 * off is simply repeated. Rows that cannot be taken are told and left out. Throws Problem when the store is
 * not there, or the file cannot be read as a table of reviews.
 */
export function importReviews(
  db: Database,
  clock: Clock,
  storeId: string,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return importRows(db, clock, storeId, bytes, reviewRows, options).catch(throwBrokenOff)
}

/** Does with questions what `importReviews` does with reviews. */
export function importQuestions(
  db: Database,
  clock: Clock,
  storeId: string,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return importRows(db, clock, storeId, bytes, questionRows, options).catch(throwBrokenOff)
}

function throwBrokenOff(error: unknown): never {
  if (!isUnavailable(error)) throw error
  throw new Problem(
    `The database went away: ${(error as Error).message}.`,
    'Import the file again: what is imported already is skipped.',
  )
}
