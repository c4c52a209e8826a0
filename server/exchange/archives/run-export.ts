import type { Writable } from 'node:stream'
import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { describeFault, FileError, type FileFault } from '../../foundation/errors/file-errors.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { isCounted, noteAttempt } from '../../foundation/storage/files/attempts.ts'
import { partSize, removeParts } from '../../foundation/storage/files/kept-files.ts'
import { lockFiles, remainingBytes } from '../../foundation/storage/pictures/stored-bytes.ts'
import { begunExports, type ExportDependencies, type ExportKind, keptBytes, readExport } from './exports.ts'
import { type Watching, writeArchive } from './write-archive.ts'
import { writeTable } from './write-table.ts'

const keptFor = 7 * 24 * 60 * 60 * 1000 // ms

/** Thrown when this worker has lost the export: it was cancelled, or another worker took over. */
class Superseded extends Error {}

/**
 * Writes the file of an export from the start, until it is complete or `signal` aborts. Errors are rethrown and
 * retried. The export fails after a few attempts, except while the database is unreachable.
 */
export async function continueExport(
  dependencies: ExportDependencies & { address: () => string; mostBytes?: number },
  storeId: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, pictures, kept } = dependencies
  const before = await readExport(database, storeId, id)
  if (before.state !== 'running') return
  if (before.next_attempt_at && before.next_attempt_at.getTime() > clock()) return
  const fileId = uuid()
  try {
    if (before.file_id) await removeParts(pictures, before.file_id)
    await database.query(sql`
      update exports
      set file_id = ${fileId}, size = 0, done = 0, whole = 0, next_attempt_at = null
      where store_id = ${storeId} and id = ${id} and state = 'running'`)
    const reserve = reserveInSteps(database, storeId, id, fileId, dependencies.mostBytes)
    const file = kept.write(fileId, reserve)
    const onProgress = watchProgress(database, storeId, id, fileId)
    await writeFile(dependencies, storeId, before.kind, file.out, { signal, onProgress })
    await saveFile(database, storeId, { id, fileId, ...file.written() }, new Date(clock()))
  } catch (error) {
    const isOurs = !(error instanceof Superseded || signal.aborted)
    const isFull = error instanceof FileError
    if (isOurs && isFull) await failExport(database, storeId, id, error.fault, new Date(clock()))
    else if (isOurs && isCounted(error))
      await noteAttempt(database, storeId, begunExports, id, error, new Date(clock()))
    // The next attempt or the hourly cleanup deletes what remains.
    await removeParts(pictures, fileId).catch(() => {})
    if (isOurs && !isFull) throw error
  }
}

async function writeFile(
  { database, clock, pictures, address }: ExportDependencies & { address: () => string },
  storeId: string,
  kind: ExportKind,
  out: Writable,
  watching: Watching,
): Promise<void> {
  if (kind === 'archive') await writeArchive(database, pictures, storeId, new Date(clock()), out, watching)
  else await writeTable(database, storeId, { table: kind, publicUrl: address() }, out, watching)
}

// Reserve this many bytes at a time: reserving part by part would need a statement for each megabyte.
const step = 64 * partSize

/**
 * Reserves bytes for a file before they are written, one step at a time. Throws FileError if the store's exports would
 * exceed `most` bytes.
 */
function reserveInSteps(
  db: Database,
  storeId: string,
  id: string,
  fileId: string,
  most = Number.POSITIVE_INFINITY,
) {
  let reserved = 0
  return async (size: number) => {
    if (size <= reserved) return
    reserved = await db.transaction(async tx => {
      await lockFiles(tx, storeId)
      const ofPlan = await remainingBytes(tx, storeId, id)
      if (size > ofPlan) throw new FileError('storage_limit')
      const ofExports = most - (await keptBytes(tx, storeId, id))
      if (size > ofExports) throw new FileError('exports_full')
      const remaining = Math.min(ofPlan, ofExports)
      // What is reserved and unused is missing to pictures, so it stays below 2 % of what is left.
      const next = Math.min(size - 1 + Math.min(step, Math.ceil(ofPlan / 50)), remaining)
      await tx.query(sql`
        update exports
        set size = ${next}
        where ${isStillOurs(storeId, id, fileId)}`)
      return next
    })
  }
}

async function failExport(
  db: Connection,
  storeId: string,
  id: string,
  fault: FileFault,
  at: Date,
): Promise<void> {
  await db.query(sql`
    update exports
    set state = 'failed', problem = ${JSON.stringify(describeFault(fault))}::jsonb, finished_at = ${at}
    where store_id = ${storeId} and id = ${id} and state = 'running'`)
}

const often = 500 // ms

function watchProgress(db: Database, storeId: string, id: string, fileId: string) {
  let next = 0
  return async ({ done, all }: { done: number; all: number }) => {
    if (performance.now() < next) return
    next = performance.now() + often
    const kept = await db.query(sql`
      update exports
      set done = ${done}, whole = ${all}
      where ${isStillOurs(storeId, id, fileId)}
      returning id`)
    if (kept.length === 0) throw new Superseded()
  }
}

async function saveFile(
  db: Database,
  storeId: string,
  { id, fileId, parts, size }: { id: string; fileId: string; parts: number; size: number },
  at: Date,
): Promise<void> {
  const kept = await db.query(sql`
    update exports
    set state = 'done', parts = ${parts}, size = ${size}, file_until = ${new Date(at.getTime() + keptFor)},
      done = greatest(whole, 1), whole = greatest(whole, 1), finished_at = ${at}
    where ${isStillOurs(storeId, id, fileId)}
    returning id`)
  if (kept.length === 0) throw new Superseded()
}

// If another attempt is scheduled, discard the running one: it may contain a person who was erased since.
function isStillOurs(storeId: string, id: string, fileId: string) {
  return sql`
    store_id = ${storeId} and id = ${id} and file_id = ${fileId} and state = 'running' and next_attempt_at is null`
}
