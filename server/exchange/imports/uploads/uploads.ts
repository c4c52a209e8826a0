import { isDeepStrictEqual } from 'node:util'
import sql, { empty } from 'sql-template-tag'
import type { Config } from '../../../foundation/config/config.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { describeFault, FileError, type FileFault } from '../../../foundation/errors/file-errors.ts'
import { type Actor, type By, logChanges } from '../../../foundation/events/audit/audit.ts'
import { recordEvents } from '../../../foundation/events/record.ts'
import { enqueue } from '../../../foundation/jobs/jobs.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { type KeptFiles, partSize } from '../../../foundation/storage/files/kept-files.ts'
import { filesLimit } from '../../../foundation/storage/files/quota.ts'
import type { PictureStore } from '../../../foundation/storage/pictures/picture-store.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { importEvent } from '../import-event.ts'
import { type ChosenDialect, pickDialect } from '../reading/bytes/dialect.ts'
import { dropFile, dropOldest } from './import-files.ts'
import { mostBytes } from './import-limits.ts'
import { countReceived, freeBytes, requireBytes } from './import-quota.ts'
import type { TableInspection } from './inspect.ts'
import { type ChosenReading, type ImportKind, readImport, type StoredImport } from './stored-imports.ts'

const day = 24 * 60 * 60 * 1000

/** How long files are kept: long enough to correct refused rows, and no longer. */
const keptFor = 7 * day

export type ImportDependencies = {
  database: Database
  clock: Clock
  pictures: PictureStore
  kept: KeptFiles
  config: Pick<Config, 'STORE_FILES_LIMIT'>
}

/**
 * Starts an upload, and deletes files of finished imports if it needs their space. Throws `body_invalid` if the file is
 * too large for its kind, `files_full` if it exceeds the store's quota, and `storage_limit` beyond the plan's limit.
 */
export async function startImport(
  { config, database, pictures }: ImportDependencies,
  storeId: string,
  given: { kind: ImportKind; file_name: string; size: number },
  { at, actor }: By,
): Promise<StoredImport> {
  const most = mostBytes[given.kind]
  if (given.size > most)
    throw new ApiError('body_invalid', {
      problems: [{ path: 'size', problem: 'number_max', values: [most] }],
    })
  const id = uuid()
  await freeBytes(database, pictures, storeId, given.size, filesLimit(config))
  await database.transaction(async tx => {
    await requireBytes(tx, storeId, given.size, filesLimit(config))
    await tx.query(sql`
      insert into imports (store_id, id, kind, state, file_name, size, file_until, created_by, created_at)
      values (
        ${storeId}, ${id}, ${given.kind}, 'uploading', ${given.file_name}, ${given.size},
        ${new Date(at.getTime() + keptFor)}, ${actor}, ${at}
      )`)
  })
  await dropOldest(database, pictures, storeId, at)
  return await readImport(database, storeId, id)
}

/**
 * Stores the next part of a file, or the previous one again. Inspects the file after the last part. Throws
 * `import_unknown`, `import_state` for any other part, `body_invalid` for a part of the wrong size, and `files_often`
 * beyond the daily limit.
 */
export async function receivePart(
  dependencies: ImportDependencies,
  storeId: string,
  id: string,
  number: number,
  bytes: Buffer,
): Promise<StoredImport> {
  const { config, clock, database, kept } = dependencies
  const one = await readImport(database, storeId, id)
  const parts = Math.ceil(one.size / partSize)
  if (one.state !== 'uploading' || number > one.parts || number >= parts) throw new ApiError('import_state')
  const expected = Math.min(partSize, one.size - number * partSize)
  if (bytes.length !== expected)
    throw new ApiError('body_invalid', {
      problems: [{ path: 'body', problem: 'refused', values: [`${expected} bytes are awaited`] }],
    })
  const arrived = { id, bytes: bytes.length, at: new Date(clock()) }
  await countReceived(database, storeId, arrived, filesLimit(config))
  await kept.putPart(id, number, bytes)
  await database.query(sql`
    update imports
    set parts = greatest(parts, ${number + 1})
    where store_id = ${storeId} and id = ${id} and state = 'uploading'`)
  if (number + 1 === parts) await inspectFile(dependencies, storeId, { ...one, parts })
  return await readImport(database, storeId, id)
}

// Loaded with the first file: what reads files is a twentieth of the modules of the service.
const tables = () => import('./inspect.ts')
const archives = () => import('../../archives/inspect.ts')

async function inspectFile(
  { database, clock, kept }: Omit<ImportDependencies, 'config'>,
  storeId: string,
  one: StoredImport,
): Promise<void> {
  try {
    const look =
      one.kind === 'archive'
        ? await (await archives()).inspectArchive(kept, one.id, one.size)
        : await (await tables()).inspectTable(
            () => kept.read(one.id, one.parts),
            one.kind,
            await readStore(database, storeId),
          )
    await database.query(sql`
      update imports
      set state = 'ready', look = ${JSON.stringify(look)}::jsonb
      where store_id = ${storeId} and id = ${one.id} and state = 'uploading'`)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    await failImport(database, storeId, one.id, error.fault, new Date(clock()))
  }
}

/**
 * Fails the import with the fault of its file. A failure after the trial is reported. A file with malware is expired at
 * once: if nobody gets to delete it now, the hourly tidy does.
 */
export async function failImport(
  db: Database,
  storeId: string,
  id: string,
  fault: FileFault,
  at: Date,
): Promise<void> {
  const expiry = fault.name === 'malware' ? sql`, file_until = least(file_until, ${at}::timestamptz)` : empty
  await db.transaction(async tx => {
    const one = await readImport(tx, storeId, id)
    const failed = await tx.query(sql`
      update imports
      set state = 'failed', problem = ${JSON.stringify(describeFault(fault))}::jsonb, finished_at = ${at}${expiry}
      where store_id = ${storeId} and id = ${id} and state in ('uploading', 'trying', 'running')
      returning id`)
    if (failed.length === 0 || one.state !== 'running') return
    const { kind, imported, skipped, refused } = one
    const event = importEvent(id, { kind, outcome: 'failed', imported, skipped, refused })
    await recordEvents(tx, storeId, [event], at)
  })
}

/**
 * Starts a trial: it reads the whole file like an import, and stores only its report. Throws `import_state` unless a
 * complete file is idle, and `body_invalid` if it cannot be read with these columns.
 */
export async function tryImport(
  dependencies: ImportDependencies,
  storeId: string,
  id: string,
  reading: ChosenReading,
): Promise<StoredImport> {
  const { kind, look } = await inspectImport(dependencies, storeId, id, reading)
  if (kind !== 'archive' && look) {
    const { checkColumns } = await tables()
    await refusing('columns', () => checkColumns(kind, (look as TableInspection).header, reading.columns))
  }
  return await begin(dependencies, storeId, id, 'trying', idle, { reading })
}

/** Throws a FileError of `act` as `body_invalid`. */
async function refusing<T>(path: string, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw new ApiError('body_invalid', { problems: [{ path, problem: 'refused', file: error.fault }] })
  }
}

/**
 * Inspects a file again, as it is `chosen` to be written, unless it was inspected so before. Choices about its columns are
 * forgotten. Throws `import_state` unless a complete file is idle, and `body_invalid` if it cannot be read so.
 */
export async function inspectImport(
  dependencies: ImportDependencies,
  storeId: string,
  id: string,
  chosen: ChosenDialect,
): Promise<StoredImport> {
  const one = await readImport(dependencies.database, storeId, id)
  const { kind, parts, size, state } = one
  const dialect = pickDialect(chosen)
  if (isDeepStrictEqual(dialect, pickDialect(one.reading))) return one
  const isWhole = parts === Math.ceil(size / partSize)
  if (kind === 'archive' || !isWhole || !idle.includes(state)) throw new ApiError('import_state')
  const { inspectTable } = await tables()
  const store = await readStore(dependencies.database, storeId)
  const look = await refusing('body', () =>
    inspectTable(() => dependencies.kept.read(id, parts), kind, store, dialect),
  )
  const reading = { ...one.reading, columns: {}, states: {}, order_states: {}, ...dialect }
  return await begin(dependencies, storeId, id, 'ready', idle, { reading, look })
}

const idle: StoredImport['state'][] = ['ready', 'tried', 'failed', 'cancelled']

/** Starts the import of a tried file. The requester becomes its owner. Throws `import_state` if it was not tried. */
export async function runImport(
  dependencies: ImportDependencies,
  storeId: string,
  id: string,
  actor: Actor,
): Promise<StoredImport> {
  return await begin(dependencies, storeId, id, 'running', ['tried'], { actor })
}

async function begin(
  { database, clock }: ImportDependencies,
  storeId: string,
  id: string,
  state: 'ready' | 'trying' | 'running',
  from: StoredImport['state'][],
  { reading, look, actor }: { reading?: object; look?: TableInspection; actor?: Actor },
): Promise<StoredImport> {
  await readImport(database, storeId, id)
  await database.transaction(async tx => {
    const begun = await tx.query(sql`
      update imports
      set state = ${state}, rows_done = 0, imported = 0, skipped = 0, refused = 0, undated = 0, done = 0, whole = 0,
        problem = null, plan = null, attempts = 0, next_attempt_at = null, finished_at = null,
        created_by = coalesce(${actor ?? null}, created_by),
        reading = coalesce(${reading ? JSON.stringify(reading) : null}::jsonb, reading),
        look = coalesce(${look ? JSON.stringify(look) : null}::jsonb, look)
      where store_id = ${storeId} and id = ${id} and state = any(${from}::text[])
        and (${look !== undefined} or look is not null) and file_until > ${new Date(clock())}
      returning id`)
    if (begun.length === 0) throw new ApiError('import_state')
    await tx.query(sql`
      delete from import_refusals
      where store_id = ${storeId} and import_id = ${id}`)
    if (state !== 'ready') await enqueue(tx, 'run-import', storeId, [id])
  })
  return await readImport(database, storeId, id)
}

/**
 * Resumes an import that failed for a reason outside its file. A table continues after its stored rows. Throws
 * `import_state` for any other.
 */
export async function tryAgain(
  { database, clock }: ImportDependencies,
  storeId: string,
  id: string,
  actor: Actor,
): Promise<StoredImport> {
  await readImport(database, storeId, id)
  await database.transaction(async tx => {
    const begun = await tx.query(sql`
      update imports
      set state = problem ->> 'again', problem = null, attempts = 0, next_attempt_at = null, finished_at = null,
        created_by = ${actor}
      where store_id = ${storeId} and id = ${id} and state = 'failed' and problem ->> 'again' in ('trying', 'running')
        and look is not null and file_until > ${new Date(clock())}
      returning id`)
    if (begun.length === 0) throw new ApiError('import_state')
    await enqueue(tx, 'run-import', storeId, [id])
  })
  return await readImport(database, storeId, id)
}

/**
 * Cancels a running import. Rows that a table already stored stay; an archive stores none. Throws `import_state` if it
 * has ended.
 */
export async function cancelImport(
  { database, pictures }: Pick<ImportDependencies, 'database' | 'pictures'>,
  storeId: string,
  id: string,
  { at, actor }: By,
): Promise<StoredImport> {
  const one = await readImport(database, storeId, id)
  await database.transaction(async tx => {
    const cancelled = await tx.query(sql`
      update imports
      set state = 'cancelled', finished_at = ${at}
      where store_id = ${storeId} and id = ${id} and state not in ('done', 'failed', 'cancelled', 'undoing', 'undone')
      returning id`)
    if (cancelled.length === 0) throw new ApiError('import_state')
    await logChanges(tx, storeId, [
      { at, actor, action: 'cancel import', record: 'store', recordId: storeId, fields: [] },
    ])
  })
  // A file that waited was discarded. After a stopped trial or import, its columns can still be changed.
  if (['uploading', 'ready', 'tried'].includes(one.state)) await dropFile(database, pictures, storeId, one)
  return await readImport(database, storeId, id)
}
