import pLimit from 'p-limit'
import sql, { type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../database/connect.ts'
import { PictureRefused } from './sizes.ts'
import { lockFiles, remainingBytes } from './stored-bytes.ts'

/**
 * Reserves bytes for a picture that no review of the store uses yet. Returns whether it is a new one. Throws
 * `PictureRefused` if such pictures would use more than `most` bytes, the store more than its limit, or if the owner of
 * a video has too many unfinished ones.
 */
export async function reserveBytes(
  db: Database,
  storeId: string,
  picture: UnusedUpload,
  most: number,
): Promise<boolean> {
  return await reserve(() => db.transaction(tx => insertUnused(tx, storeId, picture, most)))
}

type UnusedUpload = {
  name: string
  bytes: number
  at: Date
  /** Of a video: the names of its owner's uploads begin with this. None of its bytes have arrived. */
  owner?: string
}

const mostUnfinished = 5 // videos of one owner

// Each reservation uses a connection while it waits for the lock. Many pictures of one store must not use them all.
const reserve = pLimit(2)

// Committed before the files are written, which can be slow.
async function insertUnused(
  tx: Connection,
  storeId: string,
  { name, bytes, at, owner }: UnusedUpload,
  most: number,
): Promise<boolean> {
  await lockFiles(tx, storeId)
  if (owner !== undefined) await requireFewUnfinished(tx, storeId, owner)
  await requireBytes(tx, storeId, most - bytes + 1, name)
  if ((await remainingBytes(tx, storeId, name)) < bytes) throw new PictureRefused('budget')
  const [reserved] = await tx.query<{ is_new: boolean }>(sql`
    insert into waiting_pictures (store_id, name, bytes, since, received)
    values (${storeId}, ${name}, ${bytes}, ${at}, ${owner === undefined ? null : 0})
    on conflict (store_id, name) do update
    set since = excluded.since
    returning xmax = 0 as is_new`)
  return reserved?.is_new === true
}

async function requireFewUnfinished(tx: Connection, storeId: string, owner: string): Promise<void> {
  const begun = await tx.query(sql`
    select
    from waiting_pictures
    where store_id = ${storeId} and received is not null and starts_with(name, ${owner})`)
  if (begun.length >= mostUnfinished) throw new PictureRefused('budget')
}

/** Throws `PictureRefused` unless the unused pictures, without the one named `except`, use less than `most` bytes. */
export async function requireBytes(
  db: Connection,
  storeId: string,
  most: number,
  except = '',
): Promise<void> {
  const [unused] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from waiting_pictures
    where store_id = ${storeId} and name <> ${except}`)
  if ((unused?.bytes ?? 0) >= most) throw new PictureRefused('budget')
}

/** Frees the bytes of pictures that a review now uses or that were deleted. */
export async function releaseBytes(db: Connection, storeId: string, names: string[]): Promise<void> {
  await db.query(sql`
    delete from waiting_pictures
    where store_id = ${storeId} and name = any(${names}::text[])`)
}

/** A condition for a statement about `stores`: `forgetAbandonedUploads` would delete a row. */
export function hasAbandonedUploads(before: Date): Sql {
  return sql`exists (
    select from waiting_pictures
    where waiting_pictures.store_id = stores.store_id and since < ${before})`
}

/** Deletes rows that a killed process left behind. Pictures without a review are swept after a day. */
export async function forgetAbandonedUploads(db: Connection, storeId: string, before: Date): Promise<void> {
  await db.query(sql`
    delete from waiting_pictures
    where store_id = ${storeId} and since < ${before}`)
}
