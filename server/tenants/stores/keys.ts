import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type Actor, logChanges } from '../../foundation/events/audit/audit.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import type { Scope } from './scopes.ts'
import type { StoreSettings } from './stores.ts'
import { hashToken, makeToken } from './tokens.ts'

export type KeyType = 'orders' | 'manage'

export const keyTypes: readonly KeyType[] = ['orders', 'manage']

export type ApiKey = {
  key_id: string
  store_id: string
  type: KeyType
  /** Of a key of the type `manage`. */
  scopes: Scope[]
  /** What its owner calls it; '' without a name. */
  name: string
  /** The last characters of the secret; null for a key from before migration 0054. */
  last_four: string | null
  created_at: Date
  /** The actor; null if it is not known. */
  created_by: string | null
  expires_at: Date | null
  revoked_at: Date | null
  /** To the minute. */
  last_used_at: Date | null
}

/** What a request needs to know about its key: the key's state and the settings of its store. */
export type KnownKey = {
  keyHash: Buffer
  keyId: string
  storeId: string
  type: KeyType
  scopes: readonly Scope[]
  revoked: boolean
  /** Milliseconds since 1970; null: never. */
  expiresAt: number | null
  store: Omit<StoreSettings, 'name' | 'locale'>
}

type NewKey = {
  type: KeyType
  scopes?: readonly Scope[]
  name?: string
  expiresAt?: Date | null
  actor?: Actor
}

/**
 * Creates a key. `api_key` is returned only here; one of the type `manage` contains the id of its store, so that it is
 * looked up among the keys of that store alone.
 */
export async function createKey(
  db: Connection,
  clock: Clock,
  storeId: string,
  { type, scopes = [], name = '', expiresAt = null, actor }: NewKey,
): Promise<{ key_id: string; api_key: string }> {
  const keyId = uuid()
  const apiKey = makeToken(type, type === 'manage' ? storeId : undefined)
  await db.query(sql`
    insert into api_keys (
      store_id, key_id, type, scopes, key_hash, name, last_four, created_at, created_by, expires_at
    )
    values (
      ${storeId}, ${keyId}, ${type}, ${[...new Set(scopes)]}, ${hashToken(apiKey)}, ${name}, ${apiKey.slice(-4)},
      ${new Date(clock())}, ${actor ?? 'command'}, ${expiresAt}
    )`)
  await logKey(db, storeId, keyId, 'create', { at: new Date(clock()), actor })
  // An instance that looked the key up too early has cached it as unknown.
  await db.query(sql`select pg_notify('realword', ${`store ${storeId}`})`)
  return { key_id: keyId, api_key: apiKey }
}

const columns = raw(
  'key_id, store_id, type, scopes, name, last_four, created_at, created_by, expires_at, revoked_at, last_used_at',
)

export async function listKeys(db: Connection, storeId: string): Promise<ApiKey[]> {
  return await db.query<ApiKey>(sql`
    select ${columns}
    from api_keys
    where store_id = ${storeId}
    order by key_id`)
}

/** How the history names a key: by its last characters, because its name is what a person wrote. */
export async function shownKey(db: Connection, storeId: string, keyId: string): Promise<string> {
  const [key] = await db.query<Pick<ApiKey, 'last_four'>>(sql`
    select last_four
    from api_keys
    where store_id = ${storeId} and key_id = ${keyId}`)
  return `…${key?.last_four ?? ''}`
}

/** Revoking twice changes nothing. Throws `key_unknown`. */
export async function revokeKey(db: Database, clock: Clock, keyId: string): Promise<ApiKey> {
  const unknown = new ApiError('key_unknown', { id: keyId })
  if (!isUuid(keyId)) throw unknown
  return await db.transaction(async tx => {
    const [found] = await tx.query<{ store_id: string }>(
      sql`select store_id from api_keys where key_id = ${keyId}`,
    )
    if (!found) throw unknown
    return (await revokeKeyOf(tx, clock, found.store_id, keyId)) as ApiKey
  })
}

/** The same for one store's key, in the transaction of the caller; undefined if it has no such key. */
export async function revokeKeyOf(
  tx: Connection,
  clock: Clock,
  storeId: string,
  keyId: string,
  actor?: Actor,
): Promise<ApiKey | undefined> {
  if (!isUuid(keyId)) return undefined
  const at = new Date(clock())
  const [before] = await tx.query<{ revoked_at: Date | null }>(sql`
    select revoked_at
    from api_keys
    where store_id = ${storeId} and key_id = ${keyId}
    for update`)
  if (!before) return undefined
  const [key] = await tx.query<ApiKey>(sql`
    update api_keys
    set revoked_at = coalesce(revoked_at, ${at})
    where store_id = ${storeId} and key_id = ${keyId}
    returning ${columns}`)
  if (before.revoked_at === null) await logKey(tx, storeId, keyId, 'revoke', { at, actor })
  await tx.query(sql`select pg_notify('realword', ${`store ${storeId}`})`)
  return key
}

/** Renames one store's key, in the transaction of the caller; false if it has no such key. */
export async function renameKey(
  tx: Connection,
  clock: Clock,
  storeId: string,
  keyId: string,
  { name, actor }: { name: string; actor: Actor },
): Promise<boolean> {
  if (!isUuid(keyId)) return false
  const renamed = await tx.query(sql`
    update api_keys
    set name = ${name}
    where store_id = ${storeId} and key_id = ${keyId}
    returning key_id`)
  if (renamed.length === 0) return false
  await logKey(tx, storeId, keyId, 'rename', { at: new Date(clock()), actor })
  return true
}

/** Stores that a key was used, unless another instance did so within the last minute. */
export async function saveKeyUse(db: Connection, storeId: string, keyId: string, at: Date): Promise<void> {
  await db.query(sql`
    update api_keys
    set last_used_at = ${at}
    where store_id = ${storeId} and key_id = ${keyId}
      and (last_used_at is null or last_used_at <= ${new Date(at.getTime() - minute)})`)
}

const minute = 60_000 // ms

// Without a user, the actor is a command.
async function logKey(
  tx: Connection,
  storeId: string,
  keyId: string,
  action: 'create' | 'rename' | 'revoke',
  { at, actor = 'command' }: { at: Date; actor: Actor | undefined },
): Promise<void> {
  await logChanges(tx, storeId, [{ at, actor, action, record: 'key', recordId: keyId, fields: [] }])
}

/** The key with this hash, whatever its state; undefined if the store has none. */
export async function findKeyOf(
  db: Connection,
  storeId: string,
  keyHash: Buffer,
): Promise<KnownKey | undefined> {
  if (!isUuid(storeId)) return undefined
  return (await selectKeys(db, sql`api_keys.store_id = ${storeId} and key_hash = ${keyHash}`))[0]
}

/** The keys with these hashes, whatever their state and store. On a cluster this asks every shard. */
export async function findKeys(db: Connection, keyHashes: Buffer[]): Promise<KnownKey[]> {
  return await selectKeys(db, sql`key_hash = any(${keyHashes})`)
}

async function selectKeys(db: Connection, where: Sql): Promise<KnownKey[]> {
  const rows = await db.query<
    StoreSettings & {
      key_hash: Buffer
      store_id: string
      key_id: string
      type: KeyType
      scopes: Scope[]
      revoked: boolean
      expires_at: Date | null
    }
  >(sql`
    select key_hash, store_id, key_id, type, scopes, revoked_at is not null as revoked, expires_at, time_zone, country,
      active, order_limit, limits, request_delay_days, request_rules, to_char(send_at, 'HH24:MI') as send_at, avoid_weekends, avoid_holidays,
      own_holidays
    from api_keys
    join stores using (store_id)
    where ${where}`)
  return rows.map(({ key_hash, store_id, key_id, type, scopes, revoked, expires_at, ...store }) => {
    const expiresAt = expires_at?.getTime() ?? null
    return { keyHash: key_hash, keyId: key_id, storeId: store_id, type, scopes, revoked, expiresAt, store }
  })
}
