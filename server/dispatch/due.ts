import sql from 'sql-template-tag'
import type { Database } from '../database/connect.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Secrets } from '../lib/secret.ts'
import type { Clock } from '../lib/time/clock.ts'
import { hasDueReminders } from '../mailings/reminders.ts'
import { hasWaiting, wakeWaiting } from '../mailings/waiting.ts'
import { readStore } from '../stores/stores.ts'
import { gatherRequests, hasDueRequests } from './gather.ts'
import { remindBuyers } from './remind.ts'

export type DispatchDependencies = { database: Database; clock: Clock; secrets: Secrets }

/**
 * Makes a job for every store that has something due. This alone reads across stores, and only lists their
 * ids: each store is then looked after by itself, so that one store's trouble is not another's.
 */
export async function enqueueDueStores({ database, clock }: DispatchDependencies): Promise<void> {
  const now = new Date(clock())
  const stores = await database.query<{ store_id: string }>(sql`
    select store_id
    from stores
    where ${hasWaiting(now)}
      or (active and not requests_paused and (${hasDueRequests(now)} or ${hasDueReminders(now)}))`)
  for (const { store_id } of stores) await enqueue(database, 'gather-mailings', store_id, [store_id])
}

const most = 500 // rows of a transaction: it holds its locks for some 50 ms
const longest = 50_000 // ms of one turn: the next minute's look goes on where it ended

/** Turns what is due at the store into mailings, in transactions of a bounded size. */
export async function gatherMailings(
  { database, clock, secrets }: DispatchDependencies,
  storeId: string,
): Promise<void> {
  const begun = performance.now()
  const hasTime = () => performance.now() - begun < longest
  const store = await readStore(database, storeId)
  const now = clock()
  const wake = () => database.transaction(tx => wakeWaiting(tx, storeId, new Date(now), most))
  while ((await wake()) === most && hasTime());
  // What lets somebody in is woken all the same: it is sent for an inactive store too.
  if (!store.active || store.requests_paused) return
  const turn = { secrets, store, now, most }
  // Reminders first: of two mails a buyer could get on a day, the one that was promised earlier.
  while ((await remindBuyers(database, turn)) === most && hasTime());
  while ((await gatherRequests(database, turn)) === most && hasTime());
}
