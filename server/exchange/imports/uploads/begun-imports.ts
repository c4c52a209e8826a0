import sql from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { type Begun, begunRows } from '../../../foundation/storage/files/attempts.ts'

export const begunImports: Begun = {
  table: sql`imports`,
  isBegun: sql`state in ('trying', 'running', 'undoing')`,
}

/** Running imports of all stores whose worker was killed or stopped. */
export const importsToContinue = (db: Database, now: Date) => begunRows(db, begunImports, now)
