import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { removeParts } from '../../../foundation/storage/files/kept-files.ts'
import type { PictureStore } from '../../../foundation/storage/pictures/picture-store.ts'

/** The maximum number of uploaded files per store that were not imported. One more deletes the oldest. */
const mostPending = 5

/** Deletes the oldest uploads that were never imported, beyond the last few. */
export async function dropOldest(
  db: Database,
  pictures: PictureStore,
  storeId: string,
  at: Date,
): Promise<void> {
  const old = await db.query<{ id: string; parts: number }>(sql`
    update imports
    set state = 'cancelled', finished_at = ${at}
    where store_id = ${storeId} and state in ('uploading', 'ready', 'tried') and id not in (
      select id
      from imports
      where store_id = ${storeId} and state in ('uploading', 'ready', 'tried')
      order by id desc
      limit ${raw(String(mostPending))}
    )
    returning id, parts`)
  for (const one of old) await dropFile(db, pictures, storeId, one)
}

/** Deletes the file of an import and its list of refused rows. Keeps its history. */
export async function dropFile(
  db: Connection,
  pictures: PictureStore,
  storeId: string,
  { id, parts }: { id: string; parts: number },
): Promise<void> {
  // One more than the recorded number: a killed worker may have left an unrecorded part.
  await removeParts(pictures, id, parts + 1)
  await db.query(sql`
    update imports
    set parts = 0, look = null, plan = null
    where store_id = ${storeId} and id = ${id}`)
  await db.query(sql`
    delete from import_refusals
    where store_id = ${storeId} and import_id = ${id}`)
}

/** A condition for a statement about `stores`: `dropOldImportFiles` has something to do. */
export function hasOldImportFiles(at: Date): Sql {
  return sql`exists (
    select from imports
    where imports.store_id = stores.store_id and file_until <= ${at} and state not in ('trying', 'running')
      and (parts > 0 or state in ('uploading', 'ready', 'tried')))`
}

/** Deletes the files of imports that have expired. */
export async function dropOldImportFiles(
  db: Database,
  pictures: PictureStore,
  storeId: string,
  at: Date,
): Promise<void> {
  const over = await db.query<{ id: string; parts: number }>(sql`
    select id, parts
    from imports
    where store_id = ${storeId} and file_until <= ${at} and parts > 0 and state not in ('trying', 'running')`)
  for (const one of over) await dropFile(db, pictures, storeId, one)
  await db.query(sql`
    update imports
    set state = 'cancelled', finished_at = ${at}
    where store_id = ${storeId} and file_until <= ${at} and state in ('uploading', 'ready', 'tried')`)
}

/**
 * Erases from imports all data that may belong to an erased person. Files are no longer read, and are deleted within
 * the hour. Pending imports could bring the person back, so they are cancelled. File names, first rows and refused rows
 * are deleted immediately.
 */
export async function expireImportFiles(tx: Connection, storeId: string, at: Date): Promise<void> {
  await tx.query(sql`
    delete from import_refusals
    where store_id = ${storeId} and import_id in (
      select id
      from imports
      where store_id = ${storeId} and state not in ('trying', 'running')
    )`)
  await tx.query(sql`
    update imports
    set state = case when state in ('uploading', 'ready', 'tried') then 'cancelled' else state end,
      finished_at = coalesce(finished_at, ${at}), file_until = least(file_until, ${at}::timestamptz),
      file_name = '', look = null, plan = null
    where store_id = ${storeId} and state not in ('trying', 'running')`)
}

/**
 * Does the same for running imports. It needs a transaction of its own, because their progress updates would conflict
 * with the erasure. They finish, and their remaining data is deleted within an hour after that.
 */
export async function expireRunningImports(db: Connection, storeId: string, at: Date): Promise<void> {
  const expired = await db.query<{ id: string }>(sql`
    update imports
    set state = case when state = 'trying' then 'cancelled' else state end,
      finished_at = case when state = 'trying' then ${at}::timestamptz end,
      file_until = least(file_until, ${at}::timestamptz), file_name = '', look = null, plan = null
    where store_id = ${storeId} and state in ('trying', 'running')
    returning id`)
  await db.query(sql`
    delete from import_refusals
    where store_id = ${storeId} and import_id = any(${expired.map(({ id }) => id)}::uuid[])`)
}
