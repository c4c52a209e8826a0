import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../../foundation/database/connect.ts'
import { enqueueForStores } from '../../foundation/jobs/jobs.ts'
import { reachableStoresWith } from '../../tenants/stores/all-stores.ts'
import { type GatherDependencies, gatherNotices } from './gather.ts'
import { type SendDependencies, sendNotices } from './send.ts'

/** Creates jobs for the stores with something to gather, to check or to send. */
export async function enqueueNotices(db: Database, now: Date): Promise<void> {
  await enqueueForStores(db, 'send-notices', await reachableStoresWith(db, hasDueNotices(now)))
}

/** Gathers and sends what is due in a store. A store that is not active sends nothing. Returns whether there is more. */
export async function runNotices(
  dependencies: GatherDependencies & SendDependencies,
  storeId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = dependencies
  const active = await database.query(sql`select from stores where store_id = ${storeId} and active`)
  if (active.length === 0) return false
  const hasMoreItems = await gatherNotices(dependencies, storeId, clock())
  const hasMoreMessages = await sendNotices(dependencies, storeId, signal)
  return hasMoreItems || hasMoreMessages
}

/** A condition for a statement about `stores`: `runNotices` has something to do. */
function hasDueNotices(now: Date): Sql {
  return sql`(active and (
    exists (select from notice_items where notice_items.store_id = stores.store_id)
    or exists (
      select from notice_stores
      where notice_stores.store_id = stores.store_id and next_check_at <= ${now})
    or exists (
      select from notice_messages
      where notice_messages.store_id = stores.store_id and state = 'waiting' and due_at <= ${now}
        and (claimed_until is null or claimed_until <= ${now}))))`
}
