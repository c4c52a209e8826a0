import sql, { type Sql } from 'sql-template-tag'
import {
  dropOldExportFiles,
  expireExportFiles,
  exportsToContinue,
  hasOldExportFiles,
  remakeExports,
} from '../../exchange/archives/exports.ts'
import { importsToContinue } from '../../exchange/imports/uploads/begun-imports.ts'
import {
  dropOldImportFiles,
  expireImportFiles,
  expireRunningImports,
  hasOldImportFiles,
} from '../../exchange/imports/uploads/import-files.ts'
import { dropOldBatches, hasOldBatches } from '../../exchange/imports/uploads/undo.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'

/** Creates jobs for running imports and exports whose worker was killed or stopped, or whose next attempt is due. */
export async function resumeTransfers(db: Database, now: Date): Promise<void> {
  for (const { store_id, id } of await importsToContinue(db, now))
    await enqueue(db, 'run-import', store_id, [id])
  for (const { store_id, id } of await exportsToContinue(db, now))
    await enqueue(db, 'run-export', store_id, [id])
}

/** A condition for a statement about `stores`: `dropOldFiles` has something to do. */
export function hasOldFiles(at: Date): Sql {
  return sql`${hasOldImportFiles(at)} or ${hasOldBatches(at)} or ${hasOldExportFiles(at)}`
}

/** Deletes a store's expired files. */
export async function dropOldFiles(
  db: Database,
  pictures: PictureStore,
  storeId: string,
  at: Date,
): Promise<void> {
  await dropOldImportFiles(db, pictures, storeId, at)
  await db.transaction(tx => dropOldBatches(tx, storeId, at))
  await dropOldExportFiles(db, pictures, storeId, at)
}

/** For an erasure: files that may contain the person are no longer served, and are deleted within the hour. */
export async function expireFiles(db: Connection, storeId: string, at: Date): Promise<void> {
  await expireImportFiles(db, storeId, at)
  await expireExportFiles(db, storeId)
}

/** Like `expireFiles`, after the commit, for files begun before it: a running export starts again. */
export async function expireBegunFiles(db: Connection, storeId: string, at: Date): Promise<void> {
  await remakeExports(db, storeId, at)
  await expireRunningImports(db, storeId, at)
  await expireFiles(db, storeId, at)
}
