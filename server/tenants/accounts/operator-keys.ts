import sql, { raw } from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type ByOperator, logOperation } from '../../foundation/events/audit/operator-log.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import { hashToken, isWellFormedToken, makeToken } from '../stores/tokens.ts'

/** A key for the operator API, without its secret. */
type OperatorKey = {
  key_id: string
  name: string
  last_four: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  /** To the minute. */
  last_used_at: Date | null
}

const columns = raw('key_id, name, last_four, created_at, expires_at, revoked_at, last_used_at')

/** Creates a key. `api_key` is returned only here. */
export async function createOperatorKey(
  db: Database,
  { name, expiresAt = null }: { name: string; expiresAt?: Date | null },
  by: ByOperator,
): Promise<{ key_id: string; api_key: string }> {
  const keyId = uuid()
  const apiKey = makeToken('operator')
  await db.transaction(async tx => {
    await tx.query(sql`
      insert into accounts.operator_keys (key_id, key_hash, name, last_four, created_at, expires_at)
      values (${keyId}, ${hashToken(apiKey)}, ${name}, ${apiKey.slice(-4)}, ${by.at}, ${expiresAt})`)
    await logOperation(tx, { ...by, action: 'create', record: 'key', recordId: keyId, label: name })
  })
  return { key_id: keyId, api_key: apiKey }
}

/** The keys, oldest first. */
export async function listOperatorKeys(db: Connection): Promise<OperatorKey[]> {
  return await db.query<OperatorKey>(sql`
    select ${columns}
    from accounts.operator_keys
    order by key_id`)
}

/** Throws `key_unknown`. */
export async function renameOperatorKey(
  db: Database,
  keyId: string,
  name: string,
  by: ByOperator,
): Promise<void> {
  await db.transaction(async tx => {
    const renamed = isUuid(keyId)
      ? await tx.query(sql`
          update accounts.operator_keys
          set name = ${name}
          where key_id = ${keyId}
          returning key_id`)
      : []
    if (renamed.length === 0) throw new ApiError('key_unknown', { id: keyId })
    await logOperation(tx, { ...by, action: 'rename', record: 'key', recordId: keyId, label: name })
  })
}

/** The next request with the key is refused. Revoking twice changes nothing. Throws `key_unknown`. */
export async function revokeOperatorKey(db: Database, keyId: string, by: ByOperator): Promise<OperatorKey> {
  return await db.transaction(async tx => {
    const [before] = isUuid(keyId)
      ? await tx.query<OperatorKey>(sql`
          select ${columns}
          from accounts.operator_keys
          where key_id = ${keyId}
          for update`)
      : []
    if (!before) throw new ApiError('key_unknown', { id: keyId })
    if (before.revoked_at) return before
    await tx.query(sql`
      update accounts.operator_keys
      set revoked_at = ${by.at}
      where key_id = ${keyId}`)
    await logOperation(tx, {
      ...by,
      action: 'revoke',
      record: 'key',
      recordId: before.key_id,
      label: before.name,
    })
    return { ...before, revoked_at: by.at }
  })
}

/** The key, whatever its state. Read from the database each time, so that a revoked one is invalid at once. */
export async function findOperatorKey(db: Connection, token: string): Promise<OperatorKey | undefined> {
  if (!isWellFormedToken(token)) return undefined
  const [key] = await db.query<OperatorKey>(sql`
    select ${columns}
    from accounts.operator_keys
    where key_hash = ${hashToken(token)}`)
  return key
}

const minute = 60_000 // ms

/** Records that the key was used, at most once a minute. */
export async function saveOperatorKeyUse(db: Connection, key: OperatorKey, at: Date): Promise<void> {
  if (key.last_used_at && at.getTime() - key.last_used_at.getTime() < minute) return
  await db.query(sql`
    update accounts.operator_keys
    set last_used_at = ${at}
    where key_id = ${key.key_id}
      and (last_used_at is null or last_used_at <= ${new Date(at.getTime() - minute)})`)
}
