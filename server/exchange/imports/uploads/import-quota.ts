import sql from 'sql-template-tag'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { PictureStore } from '../../../foundation/storage/pictures/picture-store.ts'
import {
  isKeptImport,
  lockFiles,
  remainingBytes,
  requireStorage,
} from '../../../foundation/storage/pictures/stored-bytes.ts'
import { dropFile } from './import-files.ts'

const day = 24 * 60 * 60 * 1000 // ms

/**
 * Throws `storage_limit` unless `size` more bytes fit into the limit of the store's plan, and `files_full` unless they
 * fit into `most`, that of the installation. The store's file storage stays locked until `tx` ends.
 */
export async function requireBytes(tx: Connection, storeId: string, size: number, most: number) {
  await lockFiles(tx, storeId)
  await requireStorage(tx, storeId, size)
  if ((await keptBytes(tx, storeId)) + size > most) throw new ApiError('files_full')
}

/** Deletes files of finished imports, oldest first, until one of `size` bytes fits. None, if that is not enough. */
export async function freeBytes(
  db: Database,
  pictures: PictureStore,
  storeId: string,
  size: number,
  most: number,
): Promise<void> {
  let missing = size - Math.min(most - (await keptBytes(db, storeId)), await remainingBytes(db, storeId))
  if (missing <= 0) return
  const finished = await db.query<{ id: string; parts: number; size: number }>(sql`
    select id, parts, size::float8 as size
    from imports
    where store_id = ${storeId} and parts > 0 and state in ('done', 'failed', 'cancelled')
    order by id`)
  if (finished.reduce((sum, one) => sum + one.size, 0) < missing) return
  for (const one of finished) {
    if (missing <= 0) return
    await dropFile(db, pictures, storeId, one)
    missing -= one.size
  }
}

async function keptBytes(db: Connection, storeId: string): Promise<number> {
  const [kept] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::float8 as bytes
    from imports
    where store_id = ${storeId} and ${isKeptImport}`)
  return kept?.bytes ?? 0
}

/** Counts uploaded bytes. Throws `files_often` beyond the store's daily limit. */
export async function countReceived(
  db: Database,
  storeId: string,
  { id, bytes, at }: { id: string; bytes: number; at: Date },
  most: number,
): Promise<void> {
  await db.transaction(async tx => {
    await lockFiles(tx, storeId)
    const [received] = await tx.query<{ bytes: number }>(sql`
      select coalesce(sum(received), 0)::float8 as bytes
      from imports
      where store_id = ${storeId} and created_at > ${new Date(at.getTime() - day)}`)
    if ((received?.bytes ?? 0) + bytes > most) throw new ApiError('files_often')
    await tx.query(sql`
      update imports
      set received = received + ${bytes}
      where store_id = ${storeId} and id = ${id}`)
  })
}
