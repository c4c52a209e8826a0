import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { findStore, type Store } from '../../tenants/stores/stores.ts'

/**
 * Finds the store that an address names by `store_id` and `store_key`. Throws `key_missing`, `store_missing`,
 * `key_invalid` (also for the key of another store) or `store_inactive`.
 */
export async function findVisitorStore(
  db: Connection,
  { store_id, store_key }: { store_id?: string | undefined; store_key?: string | undefined },
): Promise<Store> {
  if (!store_key) throw new ApiError('key_missing')
  if (!store_id) throw new ApiError('store_missing')
  const store = await findStore(db, store_id)
  if (store?.store_key !== store_key) throw new ApiError('key_invalid')
  if (!store.active) throw new ApiError('store_inactive')
  return store
}
