import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Flag } from './checks.ts'

export type RecordKind = 'review' | 'question' | 'answer'

export async function readFlags(
  db: Connection,
  storeId: string,
  kind: RecordKind,
  recordId: string,
): Promise<Flag[]> {
  const [row] = await db.query<{ flags: Flag[] }>(sql`
    select flags
    from moderation_flags
    where store_id = ${storeId} and record_type = ${kind} and record_id = ${recordId}`)
  return row?.flags ?? []
}

/** For a statement that lists records: the flags of the record `recordId`; null without any. */
export function flagsOf(storeId: string, kind: RecordKind, recordId: Sql): Sql {
  return sql`(
    select flags
    from moderation_flags
    where moderation_flags.store_id = ${storeId} and record_type = ${kind} and record_id = ${recordId})`
}

/** Replaces the flags of a record. An empty list deletes them. */
export async function saveFlags(
  tx: Connection,
  storeId: string,
  kind: RecordKind,
  recordId: string,
  flags: Flag[],
): Promise<void> {
  if (flags.length === 0) return await forgetFlags(tx, storeId, kind, [recordId])
  await tx.query(sql`
    insert into moderation_flags (store_id, record_type, record_id, flags)
    values (${storeId}, ${kind}, ${recordId}, ${JSON.stringify(flags)}::jsonb)
    on conflict (store_id, record_type, record_id) do update
    set flags = excluded.flags`)
}

export async function forgetFlags(
  tx: Connection,
  storeId: string,
  kind: RecordKind,
  recordIds: string[],
): Promise<void> {
  await tx.query(sql`
    delete from moderation_flags
    where store_id = ${storeId} and record_type = ${kind} and record_id = any(${recordIds}::uuid[])`)
}

const tables = { review: 'reviews', question: 'questions', answer: 'answers' }

/** Marks a record as flagged or not, for the filter of lists. Does nothing before the record is inserted. */
export async function markFlagged(
  tx: Connection,
  storeId: string,
  kind: RecordKind,
  recordId: string,
  flagged: boolean,
): Promise<void> {
  await tx.query(sql`
    update ${raw(tables[kind])}
    set flagged = ${flagged}
    where store_id = ${storeId} and id = ${recordId} and flagged <> ${flagged}`)
}
