import pLimit from 'p-limit'
import sql, { type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../database/connect.ts'
import { largestVideo } from '../videos/names.ts'
import { PictureRefused } from './sizes.ts'
import { lockFiles, remainingBytes } from './stored-bytes.ts'

/**
 * Reserves bytes for a picture that no review of the store uses yet. Returns whether it is a new one. Throws
 * `PictureRefused` if such pictures would use more than `most` bytes, the store more than its limit, or videos more
 * than their shares of both.
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
  if (owner !== undefined) await requireShareOfVideos(tx, storeId, { owner, bytes }, most)
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

/**
 * What few buyers begin must not keep all others from sending pictures: videos that no review uses have half of `most`,
 * those of one owner a quarter, and unfinished ones half of what is left of the store's limit. One video of any size
 * has its place in each share.
 */
async function requireShareOfVideos(
  tx: Connection,
  storeId: string,
  { owner, bytes }: { owner: string; bytes: number },
  most: number,
): Promise<void> {
  const isOwn = beginsWith(owner)
  const [held] = await tx.query<{ begun: number; own: number; unfinished: number; all: number }>(sql`
    select
      count(*) filter (where received is not null and ${isOwn})::integer as begun,
      coalesce(sum(bytes) filter (where ${isOwn}), 0)::float8 as own,
      coalesce(sum(bytes) filter (where received is not null), 0)::float8 as unfinished,
      coalesce(sum(bytes), 0)::float8 as all
    from waiting_pictures
    where store_id = ${storeId} and (received is not null or name like '%.mp4' or name like '%.webm')`)
  const { begun, own, unfinished, all } = held ?? { begun: 0, own: 0, unfinished: 0, all: 0 }
  const left = (await remainingBytes(tx, storeId)) + unfinished
  const fits = (used: number, share: number) => used + bytes <= Math.max(share, largestVideo)
  if (begun >= mostUnfinished || !fits(own, most / 4) || !fits(all, most / 2) || !fits(unfinished, left / 2))
    throw new PictureRefused('budget')
}

/** SQL: the name begins with `prefix`, of hexadecimal digits and hyphens. An index finds it, in any collation. */
export function beginsWith(prefix: string): Sql {
  // Behind it, names have a hyphen, a point, or a digit up to f. PostgreSQL reads the whole store for starts_with alone.
  return sql`(name >= ${prefix} and name < ${`${prefix}g`} and starts_with(name, ${prefix}))`
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
