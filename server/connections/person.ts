import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { holdsAddress, isAddressOf, type Person } from '../personal-data/person.ts'

const batchSize = 200

/**
 * Erases the person from the logs of connections: events that are not done and name the address are dropped with their
 * bodies. Returns how many lines named the person.
 */
export async function erasePersonFromEvents(
  tx: Connection,
  storeId: string,
  person: Person,
): Promise<number> {
  const outcomes = await tx.query(sql`
    update connection_events
    set outcome = ${erased}, mend = null
    where store_id = ${storeId} and ${holdsAddress(person, raw("(coalesce(outcome, '') || ' ' || coalesce(mend, ''))"))}
    returning 1`)
  let dropped = 0
  for (let after = ''; ; ) {
    const events = await tx.query<{ event_id: string; body: Buffer }>(sql`
      select event_id, body
      from connection_events
      where store_id = ${storeId} and body is not null
        and (${after} = '' or event_id > nullif(${after}, '')::uuid)
      order by event_id
      limit ${batchSize}`)
    const theirs = events.filter(({ body }) => names(person, body)).map(({ event_id }) => event_id)
    dropped += theirs.length
    await tx.query(sql`
      update connection_events
      set state = 'done', body = null, next_at = null, outcome = ${erased}, mend = null
      where store_id = ${storeId} and event_id = any(${theirs}::uuid[])`)
    const last = events.at(-1)
    if (!last || events.length < batchSize) return outcomes.length + dropped
    after = last.event_id
  }
}

const erased = 'Erased with a person.'

// JSON may spell any character as an escape.
function names(person: Person, body: Buffer): boolean {
  const text = body.toString()
  return isAddressOf(person, text.normalize('NFKC')) || isAddressOf(person, unescaped(text).normalize('NFKC'))
}

function unescaped(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}
