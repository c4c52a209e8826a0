import sql from 'sql-template-tag'
import { ownStore } from '../database/citus/own-store.ts'
import type { Connection } from '../database/connect.ts'
import { enqueue } from '../jobs/jobs.ts'
import { uuid } from '../lib/ids/uuid.ts'
import { addressesOfEvent } from './event-addresses.ts'
import { eventBody } from './event-body.ts'
import type { EventType } from './event-types.ts'
import { noteForTeam } from './team-items.ts'

/** `subject` is the id of the record. `data` is sent with the store's id, and holds no address of a person. */
export type NewEvent = { type: EventType; subject: string; data: Record<string, unknown> }

type Endpoint = { webhook_id: string; events: string[] }

/**
 * Writes events and their deliveries in the transaction of what they report, for the endpoints that take them, and notes
 * what the people of the store hear of. Returns whether the store has an endpoint. Call it after the rows are locked that
 * the events are about: their ids sort by this moment. Without an endpoint, it costs one probe of an index, and a second
 * one for new reviews, questions and answers.
 */
export async function recordEvents(
  tx: Connection,
  storeId: string,
  events: NewEvent[],
  at: Date,
): Promise<boolean> {
  if (events.length === 0) return false
  await noteForTeam(tx, storeId, events, at)
  const endpoints = await tx.query<Endpoint>(sql`
    select webhook_id, events
    from webhook_endpoints
    where store_id = ${storeId} and state = 'active'`)
  if (endpoints.length > 0) await writeEvents(tx, storeId, events, endpoints, at)
  return endpoints.length > 0
}

/** For a statement that writes no events: the text of the condition that the store has no endpoint that takes them. */
export function hasNoEndpointSql(storeId: string): string {
  return `not exists (select from webhook_endpoints where store_id = ${storeId} and state = 'active')`
}

/** Writes the events that one of the endpoints takes. */
export async function writeEvents(
  tx: Connection,
  storeId: string,
  events: NewEvent[],
  endpoints: Endpoint[],
  at: Date,
): Promise<void> {
  const taken = endpoints.map(one => (type: string) => one.events.length === 0 || one.events.includes(type))
  const rows = events
    .filter(({ type }) => taken.some(takes => takes(type)))
    .map(event => ({
      event_id: uuid(),
      type: event.type,
      subject: event.subject,
      body: eventBody(storeId, event, at),
      addresses: addressesOfEvent(storeId, event.data),
    }))
  const [first] = rows
  if (!first) return
  const deliveries = rows.flatMap(({ event_id, type }) =>
    endpoints
      .filter((_one, index) => taken[index]?.(type))
      .map(({ webhook_id }) => ({ delivery_id: uuid(), webhook_id, event_id })),
  )
  await tx.query(sql`
    insert into webhook_events (store_id, event_id, type, subject, at, body, addresses)
    select own.store_id, event_id, type, subject, ${at}::timestamptz, body, addresses
    from ${ownStore(storeId)} as own, json_to_recordset(${JSON.stringify(rows)}::json) as event(
      event_id uuid, type text, subject text, body text, addresses text[]
    )`)
  await tx.query(sql`
    insert into webhook_deliveries (store_id, delivery_id, webhook_id, event_id, state, updated_at)
    select own.store_id, delivery_id, webhook_id, event_id, 'waiting', ${at}::timestamptz
    from ${ownStore(storeId)} as own, json_to_recordset(${JSON.stringify(deliveries)}::json) as delivery(
      delivery_id uuid, webhook_id text, event_id uuid
    )`)
  // A key of its own: with the store as the key, transactions of a store would wait for each other, and could deadlock.
  await enqueue(tx, 'send-webhooks', storeId, [first.event_id])
}
