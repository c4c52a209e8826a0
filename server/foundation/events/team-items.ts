import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { uuid } from '../lib/ids/uuid.ts'
import type { EventType } from './event-types.ts'
import type { NewEvent } from './record.ts'

/** What the people of a store can hear of, and that begins with an event. */
export const itemKinds = ['reviews', 'questions', 'answers', 'imports'] as const

export type ItemKind = (typeof itemKinds)[number]

const kindsOfEvents: Partial<Record<EventType, ItemKind>> = {
  'review.created': 'reviews',
  'question.created': 'questions',
  'answer.created': 'answers',
  'import.finished': 'imports',
}

/**
 * Notes events for the people of the store, in the transaction of what happened, if somebody takes them. What programs
 * and files bring from elsewhere is not noted record by record. Orders, and all other events, cost nothing.
 */
export async function noteForTeam(
  tx: Connection,
  storeId: string,
  events: NewEvent[],
  at: Date,
): Promise<void> {
  const rows = events.flatMap(({ type, subject, data }) => {
    const kind = kindsOfEvents[type]
    if (!kind || data.imported === true) return []
    return [{ item_id: uuid(), kind, subject, data: kind === 'imports' ? data : null }]
  })
  if (rows.length === 0) return
  await tx.query(sql`
    insert into notice_items (store_id, item_id, kind, subject, data, at)
    select own.store_id, item_id, item.kind, subject, data, ${at}::timestamptz
    from (select store_id, kinds from notice_stores where store_id = ${storeId}) as own,
      json_to_recordset(${JSON.stringify(rows)}::json) as item(item_id uuid, kind text, subject text, data jsonb)
    where item.kind = any(own.kinds)`)
}
