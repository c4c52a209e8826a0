import sql from 'sql-template-tag'
import { type Damage, isDamage } from '../../archives/damages.ts'
import { inspectArchive } from '../../archives/inspect.ts'
import { type Actor, type By, logChanges } from '../../audit/audit.ts'
import type { Config } from '../../config.ts'
import type { ImportKind } from '../../dashboard/imports/import-schemas.ts'
import type { Connection, Database } from '../../database/connect.ts'
import { ApiError } from '../../errors/errors.ts'
import { type KeptFiles, partSize } from '../../files/kept-files.ts'
import { filesLimit } from '../../files/quota.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { Problem } from '../../lib/problem.ts'
import { storable } from '../../lib/text/storable.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { isUuid, uuid } from '../../lib/uuid.ts'
import type { PictureStore } from '../../pictures/picture-store.ts'
import { readStore } from '../../stores/stores.ts'
import { createRowReader, type Reading } from '../reading/read-rows.ts'
import { dropFile, dropOldest } from './import-files.ts'
import { mostBytes } from './import-limits.ts'
import { countReceived, makeRoom, requireRoom } from './import-quota.ts'
import { inspectTable, kinds, type TableKind } from './inspect.ts'

/** A row of `imports`: a file that somebody brings in, from its first byte to what became of it. */
export type StoredImport = {
  id: string
  kind: ImportKind
  state: 'uploading' | 'ready' | 'trying' | 'tried' | 'running' | 'done' | 'failed' | 'cancelled'
  file_name: string
  size: number
  parts: number
  file_until: Date
  look: unknown
  reading: { columns?: Record<string, string | null>; dates?: Reading['dates'] | null }
  rows_done: number
  imported: number
  skipped: number
  refused: number
  done: number
  whole: number
  /** `again`: in which state it goes on, where it can be tried again as it is. `damage`: of an archive. */
  problem: {
    what: string
    mend: string
    again?: 'trying' | 'running'
    damage?: { name: Damage; values: string[] }
  } | null
  next_attempt_at: Date | null
  created_by: string
  created_at: Date
  finished_at: Date | null
}

const day = 24 * 60 * 60 * 1000

/** How long files are kept: long enough to mend what was refused, and no longer than that. */
const keptFor = 7 * day

export type Places = {
  database: Database
  clock: Clock
  pictures: PictureStore
  kept: KeptFiles
  config: Pick<Config, 'STORE_FILES_LIMIT'>
}

/**
 * Begins an upload, and deletes files of ended imports if it needs their space. Throws `body_invalid` for a file that
 * is too large for its kind, and `files_full` if it does not fit into the store's quota.
 */
export async function startImport(
  { config, database, pictures }: Places,
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
  await makeRoom(database, pictures, storeId, given.size, filesLimit(config))
  await database.transaction(async tx => {
    await requireRoom(tx, storeId, given.size, filesLimit(config))
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

/** Throws `import_unknown`. */
export async function readImport(db: Connection, storeId: string, id: string): Promise<StoredImport> {
  const [found] = isUuid(id)
    ? await db.query<StoredImport>(sql`${imports} where store_id = ${storeId} and id = ${id}`)
    : []
  if (!found) throw new ApiError('import_unknown')
  return found
}

/** The newest first, from the one after `before` on. */
export async function listImports(
  db: Connection,
  storeId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StoredImport[]> {
  return await db.query<StoredImport>(sql`
    ${imports}
    where store_id = ${storeId} and id < ${before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid
    order by id desc
    limit ${limit}`)
}

// Large numbers as numbers: none of them is beyond what one holds.
const imports = sql`
  select id, kind, state, file_name, size::float8 as size, parts, file_until, look, reading, rows_done, imported,
    skipped, refused, done::float8 as done, whole::float8 as whole, problem, next_attempt_at, created_by, created_at,
    finished_at
  from imports`

/**
 * Takes the next part of a file, or one that came before once more. With the last one the file is looked at.
 * Throws `import_unknown`, `import_state` when it is no part that is awaited, `body_invalid` for one of another
 * size, `files_often` when the store uploaded enough today.
 */
export async function takePart(
  places: Places,
  storeId: string,
  id: string,
  number: number,
  bytes: Buffer,
): Promise<StoredImport> {
  const { config, clock, database, kept } = places
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
  if (number + 1 === parts) await takeLook(places, storeId, { ...one, parts })
  return await readImport(database, storeId, id)
}

async function takeLook(
  { database, clock, kept }: Omit<Places, 'config'>,
  storeId: string,
  one: StoredImport,
): Promise<void> {
  try {
    const look =
      one.kind === 'archive'
        ? await inspectArchive(kept, one.id, one.size)
        : await inspectTable(kept.read(one.id, one.parts), one.kind)
    await database.query(sql`
      update imports
      set state = 'ready', look = ${JSON.stringify(look)}::jsonb
      where store_id = ${storeId} and id = ${one.id} and state = 'uploading'`)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await failImport(database, storeId, one.id, error, new Date(clock()))
  }
}

/** Ends it with what is wrong and what to do. */
export async function failImport(
  db: Connection,
  storeId: string,
  id: string,
  { message, mend, fields: [field] }: Problem,
  at: Date,
): Promise<void> {
  // Screens translate damages by name. Other problems have their English text alone.
  const damage = isDamage(field?.problem) && {
    name: field?.problem,
    values: field?.values?.map(value => storable(String(value))) ?? [],
  }
  const problem = JSON.stringify({ what: storable(message), mend, ...(damage && { damage }) })
  await db.query(sql`
    update imports
    set state = 'failed', problem = ${problem}::jsonb, finished_at = ${at}
    where store_id = ${storeId} and id = ${id} and state in ('uploading', 'trying', 'running')`)
}

/**
 * Reads all of the file as it would be imported, and writes nothing but what came of it. Throws `import_state`
 * unless the file is there and nothing is done with it; `body_invalid` for columns that cannot be read so.
 */
export async function tryImport(
  places: Places,
  storeId: string,
  id: string,
  reading: { columns: Record<string, string | null>; dates: Reading['dates'] | null },
): Promise<StoredImport> {
  const { database } = places
  const one = await readImport(database, storeId, id)
  if (one.kind !== 'archive' && one.look) await checkReading(places, storeId, one, reading)
  return await begin(places, storeId, id, 'trying', ['ready', 'tried', 'failed', 'cancelled'], { reading })
}

async function checkReading(
  { database, clock }: Places,
  storeId: string,
  one: StoredImport,
  reading: { columns: Record<string, string | null> },
): Promise<void> {
  const store = await readStore(database, storeId)
  const { header } = one.look as { header: string[] }
  try {
    createRowReader(kinds[one.kind as TableKind] as never, header, store, clock(), reading)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new ApiError('body_invalid', {
      problems: [{ path: 'columns', problem: 'refused', values: [error.message] }],
    })
  }
}

/** Imports what was tried; from then on it is of whoever asks for it. Throws `import_state` for what was not. */
export async function runImport(
  places: Places,
  storeId: string,
  id: string,
  actor: Actor,
): Promise<StoredImport> {
  return await begin(places, storeId, id, 'running', ['tried'], { actor })
}

async function begin(
  { database, clock }: Places,
  storeId: string,
  id: string,
  state: 'trying' | 'running',
  from: StoredImport['state'][],
  { reading, actor }: { reading?: object; actor?: Actor },
): Promise<StoredImport> {
  await readImport(database, storeId, id)
  await database.transaction(async tx => {
    const begun = await tx.query(sql`
      update imports
      set state = ${state}, rows_done = 0, imported = 0, skipped = 0, refused = 0, done = 0, whole = 0,
        problem = null, attempts = 0, next_attempt_at = null, finished_at = null,
        created_by = coalesce(${actor ?? null}, created_by),
        reading = coalesce(${reading ? JSON.stringify(reading) : null}::jsonb, reading)
      where store_id = ${storeId} and id = ${id} and state = any(${from}::text[])
        and look is not null and file_until > ${new Date(clock())}
      returning id`)
    if (begun.length === 0) throw new ApiError('import_state')
    await tx.query(sql`
      delete from import_refusals
      where store_id = ${storeId} and import_id = ${id}`)
    await enqueue(tx, 'run-import', storeId, [id])
  })
  return await readImport(database, storeId, id)
}

/**
 * Lets one go on that failed for a reason that was not its file's: a table behind the rows that are there.
 * Throws `import_state` for any other.
 */
export async function tryAgain(
  { database, clock }: Places,
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
      where store_id = ${storeId} and id = ${id} and state = 'failed' and problem ? 'again'
        and look is not null and file_until > ${new Date(clock())}
      returning id`)
    if (begun.length === 0) throw new ApiError('import_state')
    await enqueue(tx, 'run-import', storeId, [id])
  })
  return await readImport(database, storeId, id)
}

/**
 * Ends what goes on; a table's rows that are there already stay, of an archive nothing does. Throws
 * `import_state` when it is over.
 */
export async function cancelImport(
  { database, pictures }: Pick<Places, 'database' | 'pictures'>,
  storeId: string,
  id: string,
  { at, actor }: By,
): Promise<StoredImport> {
  const one = await readImport(database, storeId, id)
  await database.transaction(async tx => {
    const cancelled = await tx.query(sql`
      update imports
      set state = 'cancelled', finished_at = ${at}
      where store_id = ${storeId} and id = ${id} and state not in ('done', 'failed', 'cancelled')
      returning id`)
    if (cancelled.length === 0) throw new ApiError('import_state')
    await logChanges(tx, storeId, [
      { at, actor, action: 'cancel import', record: 'store', recordId: storeId, fields: [] },
    ])
  })
  if (one.state === 'uploading') await dropFile(database, pictures, storeId, one)
  return await readImport(database, storeId, id)
}
