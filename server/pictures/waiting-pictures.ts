import sql from 'sql-template-tag'
import type { Connection, Database } from '../database/connect.ts'
import { PictureRefused } from './sizes.ts'

/**
 * Counts a picture among those that no review of the store uses yet. Resolves with whether it was not among them
 * before. Throws `PictureRefused` when all of them would take up more than `most` bytes.
 */
export async function reserveRoom(
  db: Database,
  storeId: string,
  { name, bytes, at }: { name: string; bytes: number; at: Date },
  most: number,
): Promise<boolean> {
  return await db.transaction(async tx => {
    // Two at once must not both find the last room. Committed before any file is written, which may take long.
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`waiting pictures ${storeId}`}, 0))`)
    await requireRoom(tx, storeId, most - bytes + 1)
    const [reserved] = await tx.query<{ is_new: boolean }>(sql`
      insert into waiting_pictures (store_id, name, bytes, since)
      values (${storeId}, ${name}, ${bytes}, ${at})
      on conflict (store_id, name) do update
      set since = excluded.since
      returning xmax = 0 as is_new`)
    return reserved?.is_new === true
  })
}

/** Throws `PictureRefused` unless the waiting pictures take up less than `most` bytes. */
export async function requireRoom(db: Connection, storeId: string, most: number): Promise<void> {
  const [waiting] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from waiting_pictures
    where store_id = ${storeId}`)
  if ((waiting?.bytes ?? 0) >= most) throw new PictureRefused('budget')
}

/** They wait no longer: a review uses them, or they are gone. */
export async function releaseRoom(db: Connection, storeId: string, names: string[]): Promise<void> {
  await db.query(sql`
    delete from waiting_pictures
    where store_id = ${storeId} and name = any(${names}::text[])`)
}

/** Forgets what a process left that was killed: pictures without a review are swept after a day. */
export async function forgetWaiting(db: Connection, storeId: string, before: Date): Promise<void> {
  await db.query(sql`
    delete from waiting_pictures
    where store_id = ${storeId} and since < ${before}`)
}
