import type { Database } from '../../foundation/database/connect.ts'
import { enqueueForStores } from '../../foundation/jobs/jobs.ts'
import { reachableStoresWith } from '../../tenants/stores/all-stores.ts'
import { enqueueBackfills } from './backfill/backfill.ts'
import { hasWaitingEvents } from './events/take-events.ts'

/** Creates jobs for events and back-fills whose job was lost, or whose next attempt is due. */
export async function enqueueConnections(db: Database, now: Date): Promise<void> {
  await enqueueForStores(db, 'take-events', await reachableStoresWith(db, hasWaitingEvents(now)))
  await enqueueBackfills(db, now)
}
