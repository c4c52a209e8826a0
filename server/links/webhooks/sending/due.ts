import type { Database } from '../../../foundation/database/connect.ts'
import { enqueueForStores } from '../../../foundation/jobs/jobs.ts'
import { reachableStoresWith } from '../../../tenants/stores/all-stores.ts'
import { hasDueDeliveries } from './claims.ts'

/** Creates jobs for the stores whose deliveries are due: for another attempt, or because a job was lost. */
export async function enqueueWebhooks(db: Database, now: Date): Promise<void> {
  await enqueueForStores(db, 'send-webhooks', await reachableStoresWith(db, hasDueDeliveries(now)))
}
