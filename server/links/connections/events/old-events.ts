import sql, { raw, type Sql } from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { backfillTopic } from './events.ts'

const day = 24 * 60 * 60 * 1000
const keepEvents = 30 * day
const keepVersions = 400 * day // a shop that changes an older order sends it as a new one, which is known by its id
const keepWaiting = 90 * day // what a shop said of an order that was not delivered since
const batchSize = 1_000

const before = (at: Date, age: number) => new Date(at.getTime() - age)

/** A condition for a statement about `stores`: `forgetOldEvents` has something to delete. */
export function hasOldEvents(at: Date): Sql {
  return sql`(
    exists (
      select from connection_events as event
      where event.store_id = stores.store_id and received_at < ${before(at, keepEvents)})
    or exists (
      select from connection_orders as known
      where known.store_id = stores.store_id and changed_at < ${before(at, keepVersions)})
    or exists (
      select from waiting_orders as waiting
      where waiting.store_id = stores.store_id and said_at < ${before(at, keepWaiting)}))`
}

/**
 * Deletes a store's webhooks after 30 days, also those that wait, what shops said of waiting orders after 90, and the
 * versions of orders after 400.
 */
export async function forgetOldEvents(db: Database, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    update connections
    set last_event_at = greatest(last_event_at, newest.received_at)
    from (
      select connection_id, max(received_at) as received_at
      from connection_events
      where store_id = ${storeId} and received_at < ${before(at, keepEvents)} and topic <> ${backfillTopic}
      group by connection_id
    ) as newest
    where store_id = ${storeId} and connections.connection_id = newest.connection_id`)
  await forget(db, storeId, 'connection_events', 'event_id', sql`received_at < ${before(at, keepEvents)}`)
  await forget(db, storeId, 'connection_orders', 'order_id', sql`changed_at < ${before(at, keepVersions)}`)
  await forget(db, storeId, 'waiting_orders', 'order_id', sql`said_at < ${before(at, keepWaiting)}`)
}

/** Deletes a store's rows of a table in batches; `id` is the rest of their key. */
async function forget(db: Database, storeId: string, table: string, id: string, isOld: Sql): Promise<void> {
  const statement = sql`
    delete from ${raw(table)}
    where store_id = ${storeId} and ${raw(id)} in (
      select ${raw(id)}
      from ${raw(table)}
      where store_id = ${storeId} and ${isOld}
      limit ${batchSize})
    returning 1`
  while ((await db.query(statement)).length === batchSize) {}
}
