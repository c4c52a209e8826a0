import sql from 'sql-template-tag'
import type { Connection, Database } from '../../database/connect.ts'
import { ApiError } from '../../errors/errors.ts'
import { lockFiles } from '../../files/quota.ts'
import type { PictureStore } from '../../pictures/picture-store.ts'
import { dropFile } from './import-files.ts'

const day = 24 * 60 * 60 * 1000 // ms

/** Throws `files_full` unless `size` more bytes fit into the store's quota, which stays locked until `tx` ends. */
export async function requireRoom(tx: Connection, storeId: string, size: number, most: number) {
  await lockFiles(tx, storeId)
  if ((await keptBytes(tx, storeId)) + size > most) throw new ApiError('files_full')
}

/** Deletes files of finished imports, oldest first, until one of `size` bytes fits. */
export async function makeRoom(
  db: Database,
  pictures: PictureStore,
  storeId: string,
  size: number,
  most: number,
): Promise<void> {
  while ((await keptBytes(db, storeId)) + size > most) {
    const [oldest] = await db.query<{ id: string; parts: number }>(sql`
      select id, parts
      from imports
      where store_id = ${storeId} and parts > 0 and state in ('done', 'failed', 'cancelled')
      order by id
      limit 1`)
    if (!oldest) return
    await dropFile(db, pictures, storeId, oldest)
  }
}

// A file counts at its full size from the start of its upload.
async function keptBytes(db: Connection, storeId: string): Promise<number> {
  const [kept] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::float8 as bytes
    from imports
    where store_id = ${storeId}
      and (parts > 0 or state in ('uploading', 'ready', 'trying', 'tried', 'running'))`)
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
