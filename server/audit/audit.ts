import sql, { join } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { uuid } from '../lib/uuid.ts'

/** Who did it: the person who wrote the record, the store's server by the API, the store's rule, an import, a command, the service itself, or a user. */
export type Actor = 'author' | 'api' | 'rule' | 'import' | 'command' | 'system' | `user ${string}`

export type Change = {
  at: Date
  actor: Actor
  /** A verb: create, publish, reject, reply, erase … */
  action: string
  record: 'review' | 'question' | 'order' | 'store' | 'suppression' | 'person' | 'member'
  recordId: string
  /** Names of fields, never what is in them. */
  fields: string[]
}

/** Appends to the log, in the transaction of the changes it tells of. */
export async function logChanges(tx: Connection, storeId: string, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(
    ({ at, actor, action, record, recordId, fields }) =>
      sql`(${storeId}, ${uuid()}, ${at}, ${actor}, ${action}, ${record}, ${recordId}, ${fields}::text[])`,
  )
  await tx.query(sql`
    insert into audit_log (store_id, id, at, actor, action, record_type, record_id, fields)
    values ${join(rows)}`)
}

export type LoggedChange = { at: Date; actor: string; action: string; fields: string[] }

/** What was done to a record, the oldest first. */
export async function listChanges(
  db: Connection,
  storeId: string,
  record: Change['record'],
  recordId: string,
): Promise<LoggedChange[]> {
  return await db.query<LoggedChange>(sql`
    select at, actor, action, fields
    from audit_log
    where store_id = ${storeId} and record_type = ${record} and record_id = ${recordId}
    order by id
    limit 200`)
}
