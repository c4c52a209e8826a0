import sql, { empty } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { FileError } from '../../../foundation/errors/file-errors.ts'
import { type Actor, logChanges } from '../../../foundation/events/audit/audit.ts'
import { recordEvents } from '../../../foundation/events/record.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { erasedSince } from '../../../foundation/mailings/suppressions.ts'
import { erasureLock } from '../../../foundation/personal-data/erasure-lock.ts'
import { isCounted, noteAttempt } from '../../../foundation/storage/files/attempts.ts'
import { failImportOf } from '../../../foundation/storage/files/scan.ts'
import { openKeptArchive } from '../../archives/kept-archive.ts'
import { restoreArchive, tryArchive } from '../../archives/restore.ts'
import { importEvent } from '../import-event.ts'
import type { ImportOptions, Step } from '../import-report.ts'
import { importRows } from '../import-rows.ts'
import { importWholeOrders } from '../orders/import-orders.ts'
import { pickDialect } from '../reading/bytes/dialect.ts'
import type { Kind } from '../reading/kind.ts'
import { begunImports } from './begun-imports.ts'
import { dropFile } from './import-files.ts'
import { kinds, type TableKind } from './inspect.ts'
import { readImport, type StoredImport } from './stored-imports.ts'
import { savePlan, savePlanCounts, savePreview, startCounts } from './stored-plan.ts'
import { continueUndo, saveBatch, undoUntil } from './undo.ts'
import { failImport, type ImportDependencies } from './uploads.ts'

/** Thrown when this worker has lost the import: it was cancelled, or another worker took over. */
class Superseded extends Error {}

/**
 * Continues a trial or an import until it is complete or `signal` aborts. A table continues after its last written
 * batch, an archive starts again, because its restore is one transaction. File errors fail the import. Other errors are
 * rethrown and retried. The import fails after a few attempts without progress, except while the database is
 * unreachable.
 */
export async function continueImport(
  dependencies: RunDependencies,
  storeId: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const one = await readImport(dependencies.database, storeId, id)
  if (!['trying', 'running', 'undoing'].includes(one.state)) return
  if (one.next_attempt_at && one.next_attempt_at.getTime() > dependencies.clock()) return
  const attempt = { ...dependencies, storeId, one, signal, isTrial: one.state === 'trying' }
  try {
    if (one.state === 'undoing') {
      const now = () => new Date(dependencies.clock())
      await continueUndo(dependencies.database, storeId, one, now, signal)
    } else if (one.kind === 'archive') await restore(attempt)
    else await importTable(attempt, one.kind)
  } catch (error) {
    if (error instanceof Superseded || signal.aborted) return
    const at = new Date(dependencies.clock())
    if (error instanceof FileError) return await failForGood(attempt, error, at)
    if (isCounted(error)) await noteAttempt(dependencies.database, storeId, begunImports, id, error, at)
    throw error
  }
}

async function failForGood(attempt: ImportAttempt, { fault }: FileError, at: Date): Promise<void> {
  const { database, pictures, storeId, one } = attempt
  await failImport(database, storeId, one.id, fault, at)
  if (fault.name === 'malware') await dropFile(database, pictures, storeId, one)
}

type RunDependencies = Omit<ImportDependencies, 'config'> & { secrets: Secrets; address: () => string }

type ImportAttempt = RunDependencies & {
  storeId: string
  one: StoredImport
  signal: AbortSignal
  isTrial: boolean
}

async function importTable(attempt: ImportAttempt, kind: TableKind): Promise<void> {
  const { database, clock, pictures, kept, secrets, storeId, one, signal, isTrial } = attempt
  const read = () => kept.read(one.id, one.parts)
  if (isTrial) {
    // Here, and not in the upload's last request: nobody can send a part again, and 256 MB take a while.
    await pictures.scan?.(storeId, read()).catch(failImportOf(one.file_name))
    // The equal ids that a trial has seen exist only in its process, so it starts again.
    await forget(database, storeId, one.id)
  }
  const after = isTrial ? 0 : one.rows_done
  const counts = startCounts(after > 0 ? one.plan : null)
  let last = after
  const options: ImportOptions = {
    ...pickDialect(one.reading),
    columns: one.reading.columns ?? {},
    dates: one.reading.dates ?? undefined,
    undated: one.reading.undated ?? undefined,
    notifyAuthors: one.reading.notify_authors,
    states: one.reading.states,
    scale: one.reading.scale ?? undefined,
    dryRun: isTrial,
    after,
    importId: one.id,
    secrets,
    erasedSince: one.created_at,
    onPlan: plan => savePlan(database, attempt, plan, counts),
    checkpoint: async (tx, step) => {
      signal.throwIfAborted()
      await saveStep(tx, attempt, step, last, Math.floor((step.share ?? 0) * one.size))
      await savePlanCounts(tx, attempt, counts, step)
      last = step.lastRow
    },
  }
  const { order_states: orderStates = {} } = one.reading
  const { preview } =
    kind === 'order'
      ? await importWholeOrders(database, clock, storeId, read, { ...options, orderStates, signal })
      : await importRows(database, clock, storeId, read, kinds[kind] as Kind<unknown>, options)
  signal.throwIfAborted()
  if (preview) await savePreview(database, attempt, preview)
  await database.transaction(tx => finish(tx, attempt))
}

async function forget(db: Connection, storeId: string, id: string): Promise<void> {
  await db.query(sql`
    delete from import_refusals
    where store_id = ${storeId} and import_id = ${id}`)
  await db.query(sql`
    update imports
    set rows_done = 0, imported = 0, skipped = 0, refused = 0, undated = 0
    where store_id = ${storeId} and id = ${id} and state = 'trying'`)
}

/** The maximum number of refused rows that are stored. */
const mostRefusals = 10_000

async function saveStep(
  tx: Connection,
  { clock, storeId, one, isTrial }: ImportAttempt,
  step: Step,
  last: number,
  read: number,
): Promise<void> {
  const at = new Date(clock())
  const isWritten = step.written.length > 0
  const [kept] = await tx.query<{ refused: number; file_until: Date }>(sql`
    update imports
    set rows_done = ${step.lastRow}, imported = imported + ${step.imported}, skipped = skipped + ${step.skipped},
      refused = refused + ${step.refused.length}, undated = undated + ${step.undated}, done = greatest(done, ${read}), whole = size${afterProgress(isTrial)}${isWritten ? sql`, ${undoUntil(at)}` : empty}
    where store_id = ${storeId} and id = ${one.id} and state = ${isTrial ? 'trying' : 'running'}
      and rows_done = ${last}
    returning refused, file_until`)
  if (!kept) throw new Superseded()
  await saveBatch(tx, storeId, one.id, { ...step, at })
  const remaining = Math.max(0, mostRefusals - (kept.refused - step.refused.length))
  // An erasure expires the file of a running import: its refused rows may name the person.
  const isExpired = kept.file_until.getTime() <= clock()
  if (step.refused.length === 0 || remaining === 0 || isExpired) return
  // Cells may contain what PostgreSQL does not take.
  const refusals = JSON.stringify(step.refused.slice(0, remaining), (_, value) =>
    typeof value === 'string' ? storable(value) : value,
  )
  await tx.query(sql`
    insert into import_refusals (store_id, import_id, row_number, column_name, refusal)
    select ${storeId}::uuid, ${one.id}::uuid, "row", "column", refusal
    from jsonb_to_recordset(${refusals}::jsonb) as refused("row" integer, "column" text, refusal jsonb)`)
}

// A trial restarts with each attempt, so reaching the same rows again is not progress.
function afterProgress(isTrial: boolean) {
  return isTrial ? empty : sql`, attempts = 0, next_attempt_at = null`
}

async function restore(attempt: ImportAttempt): Promise<void> {
  const { database, clock, pictures, kept, storeId, one, signal, isTrial } = attempt
  const archive = await openKeptArchive(kept, one.id, one.size)
  const onProgress = watchProgress(attempt)
  try {
    if (isTrial) {
      const at = new Date(clock())
      const { rows } = await tryArchive(database, pictures, storeId, archive, at, { signal, onProgress })
      await saveCounts(database, attempt, rows)
      return await database.transaction(tx => finish(tx, attempt))
    }
    const by = { at: new Date(clock()), actor: one.created_by as Actor }
    await restoreArchive(database, pictures, storeId, archive, by, {
      ...{ signal, onProgress, address: attempt.address() },
      notifyAuthors: one.reading.notify_authors,
      finish: async (tx, { rows }) => {
        await requireNoErasure(tx, attempt)
        await saveCounts(tx, attempt, rows)
        await finish(tx, attempt, false)
      },
    })
  } finally {
    archive.close()
  }
}

/** An archive is restored completely or not at all, so an erasure in the meantime fails it. */
async function requireNoErasure(tx: Connection, { storeId, one }: ImportAttempt): Promise<void> {
  // Waiting could deadlock: the erasure may wait for rows of this transaction.
  const [lock] = await tx.query<{ held: boolean }>(sql`
    select pg_try_advisory_xact_lock_shared(${erasureLock(storeId)}) as held`)
  const erased = await erasedSince(tx, storeId, one.created_at)
  if (lock?.held && erased.size === 0) return
  throw new FileError('person_erased')
}

const often = 500 // ms

/** Saves the progress every `often` ms, and detects cancellation. */
function watchProgress({ database, storeId, one, isTrial }: ImportAttempt) {
  let next = performance.now() + often
  return async ({ done, all }: { done: number; all: number }) => {
    if (performance.now() < next) return
    next = performance.now() + often
    const kept = await database.query(sql`
      update imports
      set done = ${done}, whole = ${all}
      where store_id = ${storeId} and id = ${one.id} and state = ${isTrial ? 'trying' : 'running'}
      returning id`)
    if (kept.length === 0) throw new Superseded()
  }
}

async function saveCounts(db: Connection, { storeId, one }: ImportAttempt, rows: number): Promise<void> {
  await db.query(sql`
    update imports
    set imported = ${rows}, rows_done = ${rows}, skipped = 0, refused = 0
    where store_id = ${storeId} and id = ${one.id}`)
}

type StoredCounts = { imported: number; skipped: number; refused: number }

async function finish(
  tx: Connection,
  { clock, storeId, one, isTrial }: ImportAttempt,
  isLogged = true,
): Promise<void> {
  const at = new Date(clock())
  const [ended] = await tx.query<StoredCounts>(sql`
    update imports
    set state = ${isTrial ? 'tried' : 'done'}, done = greatest(whole, 1), whole = greatest(whole, 1), finished_at = ${at}
    where store_id = ${storeId} and id = ${one.id} and state = ${isTrial ? 'trying' : 'running'}
    returning imported, skipped, refused`)
  if (!ended) throw new Superseded()
  if (isTrial) return
  const event = importEvent(one.id, { kind: one.kind, outcome: 'imported', ...ended })
  await recordEvents(tx, storeId, [event], at)
  if (!isLogged) return
  const actor = one.created_by as Actor
  await logChanges(tx, storeId, [
    { at, actor, action: 'import', record: 'store', recordId: storeId, fields: [`${one.kind}s`] },
  ])
}
