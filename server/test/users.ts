import type { Database } from '../foundation/database/connect.ts'
import { createStore, type StoreSettings } from '../tenants/stores/stores.ts'

/** A store, and the headers that its server sends. */
export type Member = { storeId: string; storeKey: string; apiKey: string; headers: Record<string, string> }

/** A test store. Its sending time and zone are the defaults unless changed. */
export async function aStore(db: Database, change: Partial<StoreSettings> = {}): Promise<Member> {
  const made = await createStore(db, Date.now, { name: 'Café da Serra', ...change })
  return {
    storeId: made.store_id,
    storeKey: made.store_key,
    apiKey: made.api_key,
    headers: { 'x-api-key': made.api_key, 'x-store-id': made.store_id, 'content-type': 'application/json' },
  }
}

/** The owner, whose store the test is about, and the outsider, who belongs to another store. */
export async function anOwnerAndOutsider(db: Database): Promise<{ owner: Member; outsider: Member }> {
  return { owner: await aStore(db), outsider: await aStore(db, { name: 'Another store' }) }
}
