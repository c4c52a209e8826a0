import sql from 'sql-template-tag'
import { createKey } from '../tenants/stores/keys.ts'
import { type Scope, scopes } from '../tenants/stores/scopes.ts'
import type { Answer, TestApp } from './app.ts'
import { aStore, type Member } from './users.ts'

/** A program with a key of the management API. */
export type ManagementClient = {
  store: Member
  keyId: string
  apiKey: string
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

/** Runs `act` while another transaction answers the request with this Idempotency-Key. */
export async function whileRunning<T>(
  { database }: TestApp,
  { store, keyId }: ManagementClient,
  idempotencyKey: string,
  act: () => Promise<T>,
): Promise<T> {
  return await database.transaction(async tx => {
    const place = `${store.storeId} ${keyId} ${idempotencyKey}`
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${place}, 1))`)
    return await act()
  })
}

type KeyWanted = { store?: Member; allowed?: readonly Scope[]; expiresAt?: Date }

/** A key of a store, by default of a new one, with every scope. */
export async function aManageKey(
  it: TestApp,
  { store, allowed = scopes, expiresAt }: KeyWanted = {},
): Promise<ManagementClient> {
  const of = store ?? (await aStore(it.database))
  const key = { type: 'manage', scopes: allowed, expiresAt: expiresAt ?? null } as const
  const { key_id, api_key } = await createKey(it.database, Date.now, of.storeId, key)
  return {
    store: of,
    keyId: key_id,
    apiKey: api_key,
    send: (method, path, body, headers = {}) =>
      it.send(method, `/manage/v1${path}`, {
        headers: {
          authorization: `Bearer ${api_key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body,
      }),
  }
}
