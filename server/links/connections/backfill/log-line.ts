import sql from 'sql-template-tag'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import type { ConnectionRow } from '../connection-list.ts'
import { backfillTopic, type Result } from '../events/events.ts'

type LogLine = { subject?: string | undefined; state: 'done' | 'failed'; result: Result }

/** Adds a line to the log of a connection about data that the shop did not send by itself. */
export async function logLine(
  db: Db,
  { store_id, connection_id }: ConnectionRow,
  now: number,
  { subject, state, result }: LogLine,
): Promise<void> {
  await db.query(sql`
    insert into connection_events (
      store_id, event_id, connection_id, topic, subject, received_at, state, result
    )
    select store_id, ${uuid()}::uuid, connection_id, ${backfillTopic}, ${subject?.slice(0, 255) ?? null},
      ${new Date(now)}::timestamptz, ${state}, ${JSON.stringify(result)}::jsonb
    from connections
    where store_id = ${store_id} and connection_id = ${connection_id}`)
}
