import sql, { type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { StoredProblem } from '../../foundation/errors/file-errors.ts'
import { type By, logChanges } from '../../foundation/events/audit/audit.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { type Begun, begunRows } from '../../foundation/storage/files/attempts.ts'
import { type KeptFiles, removeParts } from '../../foundation/storage/files/kept-files.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { isKeptExport, requireStorage } from '../../foundation/storage/pictures/stored-bytes.ts'
import { readStore } from '../../tenants/stores/stores.ts'

/** The whole store, or only its reviews, questions or shoppers' answers as a table. */
export const exportKinds = ['archive', 'reviews', 'questions', 'answers'] as const
export type ExportKind = (typeof exportKinds)[number]

/** A row of `exports`. */
export type StoredExport = {
  id: string
  kind: ExportKind
  state: 'running' | 'done' | 'failed' | 'cancelled'
  file_id: string | null
  parts: number
  size: number
  file_until: Date | null
  done: number
  whole: number
  problem: StoredProblem | null
  next_attempt_at: Date | null
  created_by: string
  created_at: Date
  finished_at: Date | null
}

export type ExportDependencies = { database: Database; clock: Clock; pictures: PictureStore; kept: KeptFiles }

/**
 * Starts an export, or returns the running one of the same kind. Throws `files_full` if the store's exports already
 * use `mostBytes`, and `storage_limit` if the store uses its limit `stored_bytes`.
 */
export async function startExport(
  db: Database,
  storeId: string,
  kind: ExportKind,
  { at, actor }: By,
  mostBytes: number,
): Promise<StoredExport> {
  return await db.transaction(async tx => {
    await readStore(tx, storeId, true)
    const [running] = await tx.query<StoredExport>(sql`
      ${exports} where store_id = ${storeId} and kind = ${kind} and state = 'running' order by id limit 1`)
    if (running) return running
    if ((await keptBytes(tx, storeId)) >= mostBytes) throw new ApiError('files_full')
    await requireStorage(tx, storeId, 1)
    const id = uuid()
    await tx.query(sql`
      insert into exports (store_id, id, kind, state, created_by, created_at)
      values (${storeId}, ${id}, ${kind}, 'running', ${actor}, ${at})`)
    const fields = kind === 'archive' ? [] : [kind]
    await logChanges(tx, storeId, [
      { at, actor, action: 'export', record: 'store', recordId: storeId, fields },
    ])
    await enqueue(tx, 'run-export', storeId, [id])
    return await readExport(tx, storeId, id)
  })
}

/** Reads one export. Throws `export_unknown`. */
export async function readExport(db: Connection, storeId: string, id: string): Promise<StoredExport> {
  const [found] = isUuid(id)
    ? await db.query<StoredExport>(sql`${exports} where store_id = ${storeId} and id = ${id}`)
    : []
  if (!found) throw new ApiError('export_unknown')
  return found
}

/** A page of exports, newest first, that starts after `before`. */
export async function listExports(
  db: Connection,
  storeId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StoredExport[]> {
  return await db.query<StoredExport>(sql`
    ${exports}
    where store_id = ${storeId} and id < ${before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid
    order by id desc
    limit ${limit}`)
}

const exports = sql`
  select id, kind, state, file_id, parts, size::float8 as size, file_until, done::float8 as done, whole::float8 as whole,
    problem, next_attempt_at, created_by, created_at, finished_at
  from exports`

/** The bytes of finished exports and those reserved for running ones, without the export `except`. */
export async function keptBytes(db: Connection, storeId: string, except?: string): Promise<number> {
  const [kept] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::float8 as bytes
    from exports
    where store_id = ${storeId} and ${isKeptExport}
      and id is distinct from ${except ?? null}::uuid`)
  return kept?.bytes ?? 0
}

/** Cancels a running export, or deletes a finished export's file immediately. Throws `export_unknown`. */
export async function dropExport(
  { database, pictures }: Pick<ExportDependencies, 'database' | 'pictures'>,
  storeId: string,
  id: string,
  { at, actor }: By,
): Promise<StoredExport> {
  await readExport(database, storeId, id)
  await database.transaction(async tx => {
    await tx.query(sql`
      update exports
      set state = case when state = 'running' then 'cancelled' else state end,
        finished_at = coalesce(finished_at, ${at}), file_until = null
      where store_id = ${storeId} and id = ${id}`)
    await logChanges(tx, storeId, [
      { at, actor, action: 'delete export', record: 'store', recordId: storeId, fields: [] },
    ])
  })
  await dropFile(database, pictures, storeId, await readExport(database, storeId, id))
  return await readExport(database, storeId, id)
}

/** Returns the kept file of an export, and logs who downloaded it. Throws `export_unknown`. */
export async function openExport(
  { database, kept }: Omit<ExportDependencies, 'clock' | 'pictures'>,
  storeId: string,
  id: string,
  { at, actor }: By,
): Promise<{ made: StoredExport; bytes: AsyncGenerator<Buffer> }> {
  const made = await readExport(database, storeId, id)
  const isThere = made.state === 'done' && made.file_until && made.file_until > at
  if (!isThere || !made.file_id) throw new ApiError('export_unknown')
  await logChanges(database, storeId, [
    { at, actor, action: 'download', record: 'store', recordId: storeId, fields: [] },
  ])
  return { made, bytes: kept.read(made.file_id, made.parts) }
}

/** A condition for a statement about `stores`: `dropOldExportFiles` would delete a file. */
export function hasOldExportFiles(at: Date): Sql {
  return sql`exists (
    select from exports
    where exports.store_id = stores.store_id and file_id is not null and state <> 'running'
      and (file_until is null or file_until <= ${at}))`
}

/** Deletes files that have expired. */
export async function dropOldExportFiles(
  db: Database,
  pictures: PictureStore,
  storeId: string,
  at: Date,
): Promise<void> {
  const over = await db.query<StoredExport>(sql`
    ${exports}
    where store_id = ${storeId} and file_id is not null and state <> 'running'
      and (file_until is null or file_until <= ${at})`)
  for (const one of over) await dropFile(db, pictures, storeId, one)
}

/** Expires the finished export files of a store when a person is erased: they may contain that person. */
export async function expireExportFiles(db: Connection, storeId: string): Promise<void> {
  await db.query(sql`
    update exports
    set file_until = null
    where store_id = ${storeId} and file_until is not null`)
}

/** Restarts running exports after a person was erased: they may have read that person already. */
export async function remakeExports(db: Connection, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    update exports
    set next_attempt_at = ${at}
    where store_id = ${storeId} and state = 'running'`)
}

async function dropFile(
  db: Connection,
  pictures: PictureStore,
  storeId: string,
  { id, file_id, parts }: StoredExport,
): Promise<void> {
  if (!file_id) return
  await removeParts(pictures, file_id, parts || undefined)
  await db.query(sql`
    update exports
    set file_id = null, file_until = null, parts = 0
    where store_id = ${storeId} and id = ${id}`)
}

export const begunExports: Begun = { table: sql`exports`, isBegun: sql`state = 'running'` }

/** Running exports of all stores whose worker was killed or stopped. */
export const exportsToContinue = (db: Database, now: Date) => begunRows(db, begunExports, now)
