import { openDatabase } from '../server/foundation/database/open.ts'
import { createStore, type StoreSettings } from '../server/tenants/stores/stores.ts'
import type { Store } from './store.ts'

/** Creates a store in the database of a running service, where the command `store create` is not what is tested. */
export async function makeStore(
  { dataDir }: { dataDir: string },
  settings: Partial<StoreSettings> = {},
): Promise<Store> {
  const { database, close } = await openDatabase({ embedded: { dataDir }, role: 'service' })
  try {
    return await createStore(database, Date.now, { name: 'Café da Serra', ...settings })
  } finally {
    await close()
  }
}
