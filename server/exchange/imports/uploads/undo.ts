import sql, { raw, type Sql } from 'sql-template-tag'
import { deleteContent } from '../../../answers/moderation/content/delete.ts'
import { questionContent } from '../../../answers/questions/questions.ts'
import { reviewContent } from '../../../answers/reviews/reviews.ts'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { type Actor, type By, logChanges } from '../../../foundation/events/audit/audit.ts'
import { recordEvents } from '../../../foundation/events/record.ts'
import { enqueue } from '../../../foundation/jobs/jobs.ts'
import { erasureLock } from '../../../foundation/personal-data/erasure-lock.ts'
import { importEvent } from '../import-event.ts'
import { forgetRows } from '../imported-rows.ts'
import type { WrittenRow } from '../write-rows.ts'
import { readImport, type StoredImport } from './stored-imports.ts'

const day = 24 * 60 * 60 * 1000

/** How long an import can be undone. */
const undoFor = 30 * day

/** SQL for the update of an import that has written rows: how long they can be undone. */
export const undoUntil = (at: Date): Sql => sql`undo_until = ${new Date(at.getTime() + undoFor)}`

/**
 * Saves what a batch of an import has written, in the transaction of the batch. An import that was stopped and runs again
 * comes to the same rows, and may write more of them.
 */
export async function saveBatch(
  tx: Connection,
  storeId: string,
  importId: string,
  { lastRow, written, at }: { lastRow: number; written: WrittenRow[]; at: Date },
): Promise<void> {
  if (written.length === 0) return
  await tx.query(sql`
    insert into import_batches (store_id, import_id, last_row, written_at, record_ids, keys)
    values (
      ${storeId}, ${importId}, ${lastRow}, ${at}, ${written.map(({ recordId }) => recordId)}::uuid[],
      ${written.flatMap(({ keys }) => keys.map(key => Buffer.from(key, 'hex')))}::bytea[]
    )
    on conflict (store_id, import_id, last_row) do update
    set record_ids = import_batches.record_ids || excluded.record_ids,
      keys = import_batches.keys || excluded.keys,
      written_at = excluded.written_at`)
}

/**
 * What undoing the import would delete: its records, and how many of them the store has answered or decided since.
 * Throws `import_unknown`.
 */
export async function readUndo(
  db: Connection,
  storeId: string,
  id: string,
): Promise<{ records: number; changed: number }> {
  const { kind } = await readImport(db, storeId, id)
  const [found] = await db.query<{ records: number; changed: number }>(sql`
    select count(*)::integer as records,
      count(*) filter (where state_at > written_at or reply_created_at > written_at)::integer as changed
    from import_batches
    cross join lateral unnest(record_ids) as written(id)
    join ${tableOf(kind)} as record on record.store_id = ${storeId} and record.id = written.id
    where import_batches.store_id = ${storeId} and import_id = ${id}`)
  return found ?? { records: 0, changed: 0 }
}

const tableOf = (kind: StoredImport['kind']) => raw(kind === 'question' ? 'questions' : 'reviews')

/** Starts to undo an import. Throws `import_unknown`, and `import_state` unless it has ended and is recent enough. */
export async function undoImport(
  db: Database,
  storeId: string,
  id: string,
  { at, actor }: By,
): Promise<void> {
  await readImport(db, storeId, id)
  await db.transaction(async tx => {
    const [kept] = await tx.query<{ records: number }>(sql`
      select coalesce(sum(cardinality(record_ids)), 0)::integer as records
      from import_batches
      where store_id = ${storeId} and import_id = ${id}`)
    const begun = await tx.query(sql`
      update imports
      set state = 'undoing', done = 0, whole = ${kept?.records ?? 0}, problem = null, attempts = 0, next_attempt_at = null,
        finished_at = null, created_by = ${actor}
      where store_id = ${storeId} and id = ${id} and state in ('done', 'cancelled', 'failed') and undo_until > ${at}
      returning id`)
    if (begun.length === 0) throw new ApiError('import_state')
    await enqueue(tx, 'run-import', storeId, [id])
  })
}

/**
 * Deletes the records of an import batch by batch, newest first, until none is left or `signal` aborts. A batch is one
 * transaction with its progress, so that a killed worker's successor continues after it.
 */
export async function continueUndo(
  db: Database,
  storeId: string,
  { id, kind, created_by }: StoredImport,
  now: () => Date,
  signal: AbortSignal,
): Promise<void> {
  const content = kind === 'question' ? questionContent : reviewContent
  while (!signal.aborted) {
    const isOver = await db.transaction(async tx => {
      // Like an import's: an erasure must not meet records that are half deleted.
      await tx.query(sql`select pg_advisory_xact_lock_shared(${erasureLock(storeId)})`)
      const [one] = await tx.query(sql`
        select
        from imports
        where store_id = ${storeId} and id = ${id} and state = 'undoing'
        for update`)
      if (!one) return true
      const [batch] = await tx.query<{ last_row: number; record_ids: string[]; keys: Buffer[] }>(sql`
        select last_row, record_ids, keys
        from import_batches
        where store_id = ${storeId} and import_id = ${id}
        order by last_row desc
        limit 1`)
      const by = { at: now(), actor: created_by as Actor }
      if (!batch) return await finish(tx, storeId, { id, kind }, by)
      await deleteContent(tx, storeId, content as typeof reviewContent, batch.record_ids, by)
      await forgetRows(tx, storeId, content.name, batch.keys)
      await tx.query(sql`
        delete from import_batches
        where store_id = ${storeId} and import_id = ${id} and last_row = ${batch.last_row}`)
      await tx.query(sql`
        update imports
        set done = done + ${batch.record_ids.length}, attempts = 0, next_attempt_at = null
        where store_id = ${storeId} and id = ${id}`)
      return false
    })
    if (isOver) return
  }
}

async function finish(
  tx: Connection,
  storeId: string,
  { id, kind }: Pick<StoredImport, 'id' | 'kind'>,
  { at, actor }: By,
): Promise<true> {
  const [counts] = await tx.query<{ imported: number; skipped: number; refused: number }>(sql`
    update imports
    set state = 'undone', finished_at = ${at}, undo_until = null
    where store_id = ${storeId} and id = ${id}
    returning imported, skipped, refused`)
  const none = { imported: 0, skipped: 0, refused: 0 }
  const event = importEvent(id, { kind, outcome: 'undone', ...(counts ?? none) })
  await recordEvents(tx, storeId, [event], at)
  await logChanges(tx, storeId, [
    { at, actor, action: 'undo import', record: 'store', recordId: storeId, fields: [`${kind}s`] },
  ])
  return true
}

/** A condition for a statement about `stores`: `dropOldBatches` has something to do. */
export function hasOldBatches(at: Date): Sql {
  return sql`exists (
    select from imports
    where imports.store_id = stores.store_id and undo_until <= ${at} and state <> 'undoing')`
}

/** Forgets what the imports have written that can no longer be undone. */
export async function dropOldBatches(tx: Connection, storeId: string, at: Date): Promise<void> {
  const over = await tx.query<{ id: string }>(sql`
    update imports
    set undo_until = null
    where store_id = ${storeId} and undo_until <= ${at} and state <> 'undoing'
    returning id`)
  await tx.query(sql`
    delete from import_batches
    where store_id = ${storeId} and import_id = any(${over.map(({ id }) => id)}::uuid[])`)
}
