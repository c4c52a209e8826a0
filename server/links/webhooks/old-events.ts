import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../../foundation/database/connect.ts'

const kept = 30 * 24 * 60 * 60 * 1000 // ms
const batchSize = 1_000

const before = (at: Date) => new Date(at.getTime() - kept)

/** A condition for a statement about `stores`: `forgetDeliveries` has something to delete. */
export function hasOldDeliveries(at: Date): Sql {
  return sql`exists (
    select from webhook_events as event
    where event.store_id = stores.store_id and event.at < ${before(at)})`
}

/** Deletes a store's events after 30 days, with their deliveries, also those that wait. */
export async function forgetDeliveries(db: Database, storeId: string, at: Date): Promise<void> {
  for (;;) {
    const forgotten = await db.transaction(async tx => {
      const events = await tx.query<{ event_id: string }>(sql`
        delete from webhook_events
        where store_id = ${storeId} and event_id = any(array(
          select event_id
          from webhook_events
          where store_id = ${storeId} and at < ${before(at)}
          order by at
          limit ${batchSize}
          for update skip locked
        ))
        returning event_id`)
      await tx.query(sql`
        delete from webhook_deliveries
        where store_id = ${storeId} and event_id = any(${events.map(({ event_id }) => event_id)}::uuid[])`)
      return events.length
    })
    if (forgotten < batchSize) return
  }
}
