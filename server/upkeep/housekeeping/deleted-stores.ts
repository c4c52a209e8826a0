import sql, { raw } from 'sql-template-tag'
import { tablesToDelete } from '../../exchange/archives/tables.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { logOperation } from '../../foundation/events/audit/operator-log.ts'
import { dropJobs } from '../../foundation/jobs/jobs.ts'
import { removeParts } from '../../foundation/storage/files/kept-files.ts'
import { dropLogos } from '../../foundation/storage/pictures/logos.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { dropPictures } from '../../foundation/storage/pictures/pictures.ts'
import { reachableStoresWith } from '../../tenants/stores/all-stores.ts'

// Until then, jobs and requests that knew the store before its deletion have ended.
const settling = 60 * 60 * 1000 // ms

const batchSize = 1_000

type Log = (message: string, error: unknown) => void

/**
 * Deletes the files and rows of stores that an operator deleted an hour ago or earlier, in batches, and the row of the
 * store last. A failure in one store is reported to `log` and does not stop the others; the next run continues.
 */
export async function eraseDeletedStores(
  db: Database,
  pictures: PictureStore,
  at: Date,
  log: Log,
): Promise<void> {
  const before = new Date(at.getTime() - settling)
  for (const storeId of await reachableStoresWith(db, sql`deleted_at <= ${before}`)) {
    try {
      await eraseStore(db, pictures, storeId, at)
    } catch (error) {
      log(`deleted store ${storeId} could not be erased`, error)
    }
  }
}

async function eraseStore(db: Database, pictures: PictureStore, storeId: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - settling)
  const found = await db.query(sql`
    select from stores
    where store_id = ${storeId} and deleted_at <= ${before}`)
  // On a cluster that lost a node, the list has stores that were not deleted.
  if (found.length === 0) return
  await dropPictures(db, pictures, storeId)
  await dropLogos(db, pictures, storeId)
  await dropTransfers(db, pictures, storeId)
  for (const table of tablesToDelete) while ((await deleteRows(db, storeId, table)) === batchSize) {}
  await deleteTheRest(db, storeId, at)
}

async function dropTransfers(db: Database, pictures: PictureStore, storeId: string): Promise<void> {
  // One part more than recorded of an import: a killed process may have left an unrecorded one.
  const files = await db.query<{ file_id: string; parts: number }>(sql`
    select id as file_id, parts + 1 as parts
    from imports
    where store_id = ${storeId} and (parts > 0 or state = 'uploading')
    union all
    select file_id, parts
    from exports
    where store_id = ${storeId} and file_id is not null`)
  for (const { file_id, parts } of files) await removeParts(pictures, file_id, parts || undefined)
}

async function deleteRows(db: Database, storeId: string, table: string): Promise<number> {
  const gone = await db.query(sql`
    delete from ${raw(table)}
    where store_id = ${storeId} and ctid = any(array(
      select ctid
      from ${raw(table)}
      where store_id = ${storeId}
      limit ${batchSize}
    ))
    returning 1`)
  return gone.length
}

// Rows that something added in the meantime go with the store, under its lock.
async function deleteTheRest(db: Database, storeId: string, at: Date): Promise<void> {
  await db.transaction(async tx => {
    const [store] = await tx.query<{ name: string }>(sql`
      select name
      from stores
      where store_id = ${storeId}
      for update`)
    if (!store) return
    for (const table of tablesToDelete)
      await tx.query(sql`delete from ${raw(table)} where store_id = ${storeId}`)
    await tx.query(sql`delete from accounts.stores_of_users where store_id = ${storeId}`)
    await tx.query(sql`delete from stores where store_id = ${storeId}`)
    await dropJobs(tx, storeId)
    const record = { record: 'store', recordId: storeId, label: store.name } as const
    await logOperation(tx, { at, actor: 'system', action: 'erase', ...record })
    await tx.query(sql`select pg_notify('realword', ${`store ${storeId}`})`)
  })
}
