import sql from 'sql-template-tag'
import type { Database } from '../../foundation/database/connect.ts'
import { enqueueForStores } from '../../foundation/jobs/jobs.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { enqueueDueMails, hasDueMails } from '../../foundation/mailings/queue.ts'
import { hasDueReminders } from '../../foundation/mailings/reminders.ts'
import { reachableStoresWith } from '../../tenants/stores/all-stores.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { gatherRequests, hasDueRequests } from './gather.ts'
import { remindBuyers } from './remind.ts'

export type DispatchDependencies = { database: Database; clock: Clock; secrets: Secrets }

/**
 * Creates a job for every store with something due. Only this function reads across stores, and it only lists their
 * ids. Each store has its own job, so a failure at one delays no other.
 */
export async function enqueueDueStores({ database, clock }: DispatchDependencies): Promise<void> {
  const now = new Date(clock())
  const stores = await reachableStoresWith(
    database,
    sql`${hasDueMails(now)}
      or (active and not requests_paused and (${hasDueRequests(now)} or ${hasDueReminders(now)}))`,
  )
  await enqueueForStores(database, 'gather-mailings', stores)
}

const most = 500 // rows per transaction, which then holds its locks for about 50 ms
const longest = 1_000 // ms per run, before the other stores have theirs

/**
 * Turns the store's due requests and reminders into mailings, in transactions of bounded size. Returns whether more
 * may be due: call it again after the other stores.
 */
export async function gatherMailings(
  { database, clock, secrets }: DispatchDependencies,
  storeId: string,
): Promise<boolean> {
  const begun = performance.now()
  const hasTime = () => performance.now() - begun < longest
  const store = await readStore(database, storeId)
  const now = clock()
  const batch = { secrets, store, now, most }
  const steps = [() => database.transaction(tx => enqueueDueMails(tx, storeId, new Date(now), most))]
  // An inactive store still retries access mails. Reminders come before requests: if two mails to a buyer fall on one
  // day, the reminder was planned earlier.
  if (store.active && !store.requests_paused)
    steps.push(
      () => remindBuyers(database, batch),
      () => gatherRequests(database, batch),
    )
  for (const step of steps) {
    while ((await step()) === most) if (!hasTime()) return true
  }
  return false
}
