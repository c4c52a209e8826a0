import type { Database } from '../database/connect.ts'
import { enqueueForStores } from '../jobs/jobs.ts'
import { reachableStoresWith } from '../stores/all-stores.ts'
import { hasWaitingEvents } from './take-events.ts'

/** Creates a job for every store with events to try: those whose job was lost, and those whose next attempt is due. */
export async function enqueueConnections(db: Database, now: Date): Promise<void> {
  await enqueueForStores(db, 'take-events', await reachableStoresWith(db, hasWaitingEvents(now)))
}
