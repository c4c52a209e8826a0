import sql from 'sql-template-tag'
import type { Connection } from '../../database/connect.ts'
import { uuid } from '../../lib/ids/uuid.ts'

/** An actor in the operators' log: the command line, a user, an operator key, or the service itself. */
export type OperatorActor = 'command' | 'system' | `user ${string}` | `key ${string}`

/** When and by whom the installation is changed. */
export type ByOperator = { at: Date; actor: OperatorActor }

type Operation = ByOperator & {
  /** A verb: create, change, delete, revoke … */
  action: string
  record: 'store' | 'operator' | 'key'
  /** The id of the store or key, or of the user. */
  recordId: string
  /** The name of a store or key. Users are named when the log is read, because they may be renamed or erased. */
  label?: string
  /** Names of fields, never their values. */
  fields?: string[]
}

/** Appends to the operators' log, in the transaction of the change itself. */
export async function logOperation(
  tx: Connection,
  { at, actor, action, record, recordId, label, fields = [] }: Operation,
): Promise<void> {
  await tx.query(sql`
    insert into accounts.operator_log (id, at, actor, action, record_type, record_id, label, fields)
    values (${uuid()}, ${at}, ${actor}, ${action}, ${record}, ${recordId}, ${label ?? null}, ${fields})`)
}

export type LoggedOperation = {
  id: string
  at: Date
  actor: string
  action: string
  record: Operation['record']
  record_id: string
  label: string | null
  fields: string[]
}

/** The operators' log, newest first, starting after `before`; optionally of one store. */
export async function listOperations(
  db: Connection,
  { before, storeId, limit }: { before?: string | undefined; storeId?: string | undefined; limit: number },
): Promise<LoggedOperation[]> {
  return await db.query<LoggedOperation>(sql`
    select id, at, actor, action, record_type as record, record_id, label, fields
    from accounts.operator_log
    where id < ${before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid
      and (${storeId ?? null}::text is null or (record_type = 'store' and record_id = ${storeId ?? null}))
    order by id desc
    limit ${limit}`)
}

/** The actor who created each key, by the key's id. */
export async function creatorsOfKeys(db: Connection): Promise<Map<string, string>> {
  const found = await db.query<{ record_id: string; actor: string }>(sql`
    select record_id, actor
    from accounts.operator_log
    where record_type = 'key' and action = 'create'`)
  return new Map(found.map(({ record_id, actor }) => [record_id, actor]))
}
