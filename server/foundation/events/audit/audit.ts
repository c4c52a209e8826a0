import sql from 'sql-template-tag'
import { ownStore } from '../../database/citus/own-store.ts'
import type { Connection } from '../../database/connect.ts'
import { uuid } from '../../lib/ids/uuid.ts'

/**
 * Who made the change: the record's author, the store's server through the API, the store's rule, an import, a
 * command, the operator of the installation, the service itself, or a user.
 */
export type Actor =
  | 'author'
  | 'api'
  | 'rule'
  | 'import'
  | 'command'
  | 'operator'
  | 'system'
  | `user ${string}`

/** When and by whom a change is made. */
export type By = { at: Date; actor: Actor }

export type Change = {
  at: Date
  actor: Actor
  /** A verb: create, publish, reject, reply, erase … */
  action: string
  record:
    | 'review'
    | 'question'
    | 'answer'
    | 'order'
    | 'store'
    | 'suppression'
    | 'mail'
    | 'person'
    | 'member'
    | 'key'
    | 'invitation'
    | 'product'
    /** Sign-in events, by the id of the user. Not displayed in the store's history. */
    | 'session'
  recordId: string
  /** Names of fields, never their values. */
  fields: string[]
}

/** Appends to the log, in the transaction of the changes themselves. */
export async function logChanges(tx: Connection, storeId: string, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  // One parameter for all rows: PostgreSQL allows 65,535, and with eight per change, 8,192 changes were too many.
  const rows = changes.map(({ record, recordId, ...change }) => ({
    ...change,
    id: uuid(),
    record_type: record,
    record_id: recordId,
  }))
  await tx.query(sql`
    insert into audit_log (store_id, id, at, actor, action, record_type, record_id, fields)
    select own.store_id, id, at, actor, action, record_type, record_id, fields
    from ${ownStore(storeId)} as own, json_to_recordset(${JSON.stringify(rows)}::json) as change(
      id uuid, at timestamptz, actor text, action text, record_type text, record_id text, fields text[]
    )`)
}

export type LoggedChange = { at: Date; actor: string; action: string; fields: string[] }

/** The newest changes of a record, at most 200, oldest first: programs may change a product every night. */
export async function listChanges(
  db: Connection,
  storeId: string,
  record: Change['record'],
  recordId: string,
): Promise<LoggedChange[]> {
  return await db.query<LoggedChange>(sql`
    select at, actor, action, fields
    from (
      select id, at, actor, action, fields
      from audit_log
      where store_id = ${storeId} and record_type = ${record} and record_id = ${recordId}
      order by id desc
      limit 200
    ) as newest
    order by id`)
}

/** Whether a person or a program of the store did this to one of these records. Connected shops have the actor `api`. */
export async function hasChanged(
  db: Connection,
  storeId: string,
  record: Change['record'],
  recordIds: string[],
  action: string,
): Promise<boolean> {
  const found = await db.query(sql`
    select
    from audit_log
    where store_id = ${storeId} and record_type = ${record} and record_id = any(${recordIds}::text[])
      and action = ${action} and actor <> 'api'
    limit 1`)
  return found.length > 0
}

export type StoreChange = {
  id: string
  at: Date
  actor: string
  action: string
  record: 'store' | 'key' | 'member' | 'invitation' | 'person'
  record_id: string
  fields: string[]
}

/** Changes of a store's settings, keys, team and people, newest first, starting after `before`. */
export async function listStoreChanges(
  db: Connection,
  storeId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StoreChange[]> {
  return await db.query<StoreChange>(sql`
    select id, at, actor, action, record_type as record, record_id, fields
    from audit_log
    where store_id = ${storeId}
      -- Written out, and not as a parameter: this is the condition of the index.
      and record_type in ('store', 'key', 'member', 'invitation', 'person')
      and id < ${before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid
    order by id desc
    limit ${limit}`)
}
