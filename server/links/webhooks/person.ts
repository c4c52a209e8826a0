import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { addressesOfEvent, tooManyOf } from '../../foundation/events/event-addresses.ts'
import { type Buyer, holdsAddress } from '../../foundation/personal-data/person.ts'

/**
 * Erases the person from kept events and answers: events about their records (`recordIds`), or with their address, keep
 * only ids. Those that wait are sent so. Returns how many named the person.
 */
export async function erasePersonFromDeliveries(
  tx: Connection,
  storeId: string,
  buyer: Buyer,
  recordIds: string[],
): Promise<number> {
  const events = await tx.query<KeptEvent>(eventsOfPerson(storeId, buyer, recordIds))
  const erased = events.map(({ event_id, body }) => ({ event_id, body: withoutPerson(body) }))
  await tx.query(sql`
    update webhook_events
    set body = erased.body, addresses = '{}'
    from jsonb_to_recordset(${JSON.stringify(erased)}::jsonb) as erased(event_id uuid, body text)
    where webhook_events.store_id = ${storeId} and webhook_events.event_id = erased.event_id`)
  const answers = await eraseAnswers(
    tx,
    storeId,
    buyer,
    events.map(({ event_id }) => event_id),
  )
  return events.length + answers
}

type KeptEvent = { event_id: string; body: string }

/** SQL: each part is read from an index of its own. */
function eventsOfPerson(storeId: string, buyer: Buyer, recordIds: string[]): Sql {
  const { address } = buyer
  const forms = [address, address.normalize('NFKC'), tooManyOf(storeId)]
  return sql`
    select event_id, body
    from webhook_events
    where store_id = ${storeId} and subject = any(${recordIds}::text[])
    union
    select event_id, body
    from webhook_events
    where store_id = ${storeId} and addresses <> '{}' and addresses && ${forms}::text[]
      and (not addresses @> ${[tooManyOf(storeId)]}::text[] or ${holdsAddress(buyer, raw('body'))})
    union
    select event_id, body
    from webhook_events
    where store_id = ${storeId} and addresses is null and ${holdsAddress(buyer, raw('body'))}`
}

/** An answer may repeat what it received. Only those of earlier releases are kept with addresses. */
async function eraseAnswers(
  tx: Connection,
  storeId: string,
  buyer: Buyer,
  eventIds: string[],
): Promise<number> {
  const ofEvents = await tx.query(sql`
    update webhook_deliveries
    set last_answer = null
    where store_id = ${storeId} and last_answer is not null and event_id = any(${eventIds}::uuid[])
    returning 1`)
  const others = await tx.query(sql`
    update webhook_deliveries
    set last_answer = null
    where store_id = ${storeId} and position('@' in last_answer) > 0
      and ${holdsAddress(buyer, raw('last_answer'))}
    returning 1`)
  return ofEvents.length + others.length
}

/** The ids alone, and that the rest was erased. */
function withoutPerson(body: string): string {
  const event = JSON.parse(body) as { data: Record<string, unknown> }
  const ids = Object.entries(event.data).filter(([name]) => name.endsWith('_id'))
  return JSON.stringify({ ...event, data: { ...Object.fromEntries(ids), erased: true } })
}

/** A condition for a statement about `stores`: `findAddressesOfEvents` has something to do. */
export const hasUnsearchedEvents = sql`exists (
  select from webhook_events as event
  where event.store_id = stores.store_id and addresses is null)`

const batchSize = 500

/** Finds the addresses in events that an earlier release wrote, in short statements. */
export async function findAddressesOfEvents(db: Connection, storeId: string): Promise<void> {
  for (;;) {
    const events = await db.query<KeptEvent>(sql`
      select event_id, body
      from webhook_events
      where store_id = ${storeId} and addresses is null
      order by event_id
      limit ${batchSize}`)
    const found = events.map(({ event_id, body }) => ({
      event_id,
      addresses: addressesOfEvent(storeId, JSON.parse(body)),
    }))
    await db.query(sql`
      update webhook_events
      set addresses = found.addresses
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found(event_id uuid, addresses text[])
      where webhook_events.store_id = ${storeId} and webhook_events.event_id = found.event_id
        and webhook_events.addresses is null`)
    if (events.length < batchSize) return
  }
}
