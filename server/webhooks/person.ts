import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { holdsAddress, type Person } from '../personal-data/person.ts'

/**
 * Erases the person from kept events and answers: events about their records (`recordIds`), or with their address, keep
 * only ids. Those that wait are sent so. Returns how many named the person.
 */
export async function erasePersonFromDeliveries(
  tx: Connection,
  storeId: string,
  person: Person,
  recordIds: string[],
): Promise<number> {
  const events = await tx.query<{ event_id: string; body: string }>(sql`
    select event_id, body
    from webhook_events
    where store_id = ${storeId} and (subject = any(${recordIds}::text[]) or ${holdsAddress(person, raw('body'))})`)
  const erased = events.map(({ event_id, body }) => ({ event_id, body: withoutPerson(body) }))
  await tx.query(sql`
    update webhook_events
    set body = erased.body
    from jsonb_to_recordset(${JSON.stringify(erased)}::jsonb) as erased(event_id uuid, body text)
    where webhook_events.store_id = ${storeId} and webhook_events.event_id = erased.event_id`)
  // An answer may repeat what it received.
  const ids = events.map(({ event_id }) => event_id)
  const answers = await tx.query(sql`
    update webhook_deliveries
    set last_answer = null
    where store_id = ${storeId} and last_answer is not null
      and (event_id = any(${ids}::uuid[]) or ${holdsAddress(person, raw('last_answer'))})
    returning 1`)
  return events.length + answers.length
}

/** The ids alone, and that the rest was erased. */
function withoutPerson(body: string): string {
  const event = JSON.parse(body) as { data: Record<string, unknown> }
  const ids = Object.entries(event.data).filter(([name]) => name.endsWith('_id'))
  return JSON.stringify({ ...event, data: { ...Object.fromEntries(ids), erased: true } })
}
