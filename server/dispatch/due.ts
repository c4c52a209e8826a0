import sql from 'sql-template-tag'
import type { Database } from '../database/connect.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Secrets } from '../lib/secret.ts'
import type { Clock } from '../lib/time/clock.ts'
import { hasDueReminders } from '../mailings/reminders.ts'
import { enqueueDueMails, hasDueMails } from '../mailings/waiting.ts'
import { readStore } from '../stores/stores.ts'
import { gatherRequests, hasDueRequests } from './gather.ts'
import { remindBuyers } from './remind.ts'

export type DispatchDependencies = { database: Database; clock: Clock; secrets: Secrets }

/**
 * Creates a job for every store with something due. Only this function reads across stores, and it only lists their
 * ids. Each store has its own job, so a failure at one delays no other.
 */
export async function enqueueDueStores({ database, clock }: DispatchDependencies): Promise<void> {
  const now = new Date(clock())
  const stores = await database.query<{ store_id: string }>(sql`
    select store_id
    from stores
    where ${hasDueMails(now)}
      or (active and not requests_paused and (${hasDueRequests(now)} or ${hasDueReminders(now)}))`)
  for (const { store_id } of stores) await enqueue(database, 'gather-mailings', store_id, [store_id])
}

const most = 500 // rows per transaction, which then holds its locks for about 50 ms
const longest = 50_000 // ms per run; the next minute's job continues

/** Turns the store's due requests and reminders into mailings, in transactions of bounded size. */
export async function gatherMailings(
  { database, clock, secrets }: DispatchDependencies,
  storeId: string,
): Promise<void> {
  const begun = performance.now()
  const hasTime = () => performance.now() - begun < longest
  const store = await readStore(database, storeId)
  const now = clock()
  const wake = () => database.transaction(tx => enqueueDueMails(tx, storeId, new Date(now), most))
  while ((await wake()) === most && hasTime());
  // Access mails are retried before this check: an inactive store sends them too.
  if (!store.active || store.requests_paused) return
  const batch = { secrets, store, now, most }
  // Reminders first: if two mails to a buyer fall on one day, the reminder was planned earlier.
  while ((await remindBuyers(database, batch)) === most && hasTime());
  while ((await gatherRequests(database, batch)) === most && hasTime());
}
