import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Delivery } from './deliveries.ts'

/** The newest delivery of an endpoint. */
export type NewestDelivery = Pick<
  Delivery,
  'delivery_id' | 'type' | 'at' | 'state' | 'attempts' | 'last_at' | 'last_status' | 'last_error'
>

/** The newest delivery of each endpoint of a store, by its id: one probe of an index each. */
export async function listNewestDeliveries(
  db: Connection,
  storeId: string,
): Promise<Map<string, NewestDelivery>> {
  const found = await db.query<NewestDelivery & { webhook_id: string }>(sql`
    select endpoint.webhook_id, delivery_id, type, at, newest.state, attempts, last_at, last_status, last_error
    from webhook_endpoints as endpoint
    cross join lateral (
      select delivery_id, event_id, delivery.state, attempts, last_at, last_status, last_error
      from webhook_deliveries as delivery
      where delivery.store_id = ${storeId} and delivery.webhook_id = endpoint.webhook_id
      order by delivery_id desc
      limit 1
    ) as newest
    join webhook_events as event on event.store_id = ${storeId} and event.event_id = newest.event_id
    where endpoint.store_id = ${storeId}`)
  return new Map(found.map(({ webhook_id, ...newest }) => [webhook_id, newest]))
}
