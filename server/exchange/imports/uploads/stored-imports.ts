import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { StoredProblem } from '../../../foundation/errors/file-errors.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import type { inspectArchive } from '../../archives/inspect.ts'
import type { StateCounts } from '../count-states.ts'
import type { FoundPictures } from '../found-pictures.ts'
import type { ImportPreview, LaterConsents } from '../import-report.ts'
import type { OrderAnswers } from '../orders/states/state-columns.ts'
import type { ChosenDialect } from '../reading/bytes/dialect.ts'
import type { Scale } from '../reading/cells/scales.ts'
import type { FilePlan, Reading } from '../reading/read-table.ts'
import type { StateAnswers } from '../reading/states/read-states.ts'
import type { TableInspection } from './inspect.ts'

export const importKinds = ['review', 'question', 'order', 'archive'] as const
export type ImportKind = (typeof importKinds)[number]

type ArchivePreview = Awaited<ReturnType<typeof inspectArchive>>

/** How a table is read as a whole, and how many of its rows were left out because of each state. */
export type StoredPlan = Omit<FilePlan, 'format'> & {
  skipped_states: StateCounts
  /** Of orders: see `ImportReport`. Absent before any is counted. */
  updated?: number
  waiting?: number
  later_consents?: LaterConsents
  /** Of a trial. */
  preview?: ImportPreview
  /** Of reviews. Absent in plans of earlier releases. */
  pictures?: FoundPictures
}

/** How a table is read, as chosen for its trial. */
export type ChosenReading = ChosenDialect & {
  columns: Record<string, string | null>
  dates: Reading['dates'] | null
  undated?: string | null | undefined
  notify_authors?: boolean | undefined
  states?: StateAnswers | undefined
  order_states?: OrderAnswers | undefined
  scale?: Scale | null | undefined
}

/** A row of `imports`: an uploaded file, from its first byte to the result of its import. */
export type StoredImport = {
  id: string
  kind: ImportKind
  state:
    | 'uploading'
    | 'ready'
    | 'trying'
    | 'tried'
    | 'running'
    | 'done'
    | 'failed'
    | 'cancelled'
    | 'undoing'
    | 'undone'
  file_name: string
  size: number
  parts: number
  file_until: Date
  look: TableInspection | ArchivePreview | null
  /** Empty until something is chosen. */
  reading: Partial<ChosenReading>
  /** What was decided for the file, since its trial. */
  plan: StoredPlan | null
  rows_done: number
  imported: number
  skipped: number
  refused: number
  /** Rows without a date, of those that are not refused. */
  undated: number
  done: number
  whole: number
  /** `again` is the state to resume in, if a retry can help. */
  problem: (StoredProblem & { again?: 'trying' | 'running' | 'undoing' }) | null
  next_attempt_at: Date | null
  created_by: string
  created_at: Date
  finished_at: Date | null
  /** Until when it can be undone; null if it cannot. */
  undo_until: Date | null
}

/** Reads one import. Throws `import_unknown`. */
export async function readImport(db: Connection, storeId: string, id: string): Promise<StoredImport> {
  const [found] = isUuid(id)
    ? await db.query<StoredImport>(sql`${imports} where store_id = ${storeId} and id = ${id}`)
    : []
  if (!found) throw new ApiError('import_unknown')
  return found
}

/** A page of imports, newest first, that starts after `before`. */
export async function listImports(
  db: Connection,
  storeId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StoredImport[]> {
  return await db.query<StoredImport>(sql`
    ${imports}
    where store_id = ${storeId} and id < ${before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid
    order by id desc
    limit ${limit}`)
}

// bigint columns are read as numbers: all values are exact in a double.
const imports = sql`
  select id, kind, state, file_name, size::float8 as size, parts, file_until, look, reading, plan, rows_done, imported,
    skipped, refused, undated, done::float8 as done, whole::float8 as whole, problem, next_attempt_at, created_by, created_at,
    finished_at, undo_until
  from imports`
