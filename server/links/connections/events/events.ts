import sql, { empty, type Sql } from 'sql-template-tag'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { enqueueForStores } from '../../../foundation/jobs/jobs.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { type Sentence, wordSentences } from '../sentences.ts'

/** What became of an event, and what to do about a problem. */
export type Result = { what: Sentence[]; mend?: Sentence }

/** A line of a connection's log. */
export type LoggedEvent = {
  event_id: string
  topic: string
  subject: string | null
  received_at: Date
  state: 'waiting' | 'done' | 'failed'
  /** What became of it. */
  result: Result | null
  attempts: number
  next_at: Date | null
  /** Whether `retryEvent` has something to try. */
  can_retry: boolean
}

/** The topic of what a back-fill writes into the log. All other lines are webhooks of the shop. */
export const backfillTopic = 'back-fill'

const page = 50

/**
 * The events of a connection, newest first, optionally of one state. `cursor`: the last event of the previous page.
 * Throws `connection_unknown`.
 */
export async function listEvents(
  db: Db,
  storeId: string,
  connectionId: string,
  {
    cursor,
    state,
    limit = page,
  }: { cursor?: string | undefined; state?: LoggedEvent['state'] | undefined; limit?: number } = {},
): Promise<{ events: LoggedEvent[]; next_cursor: string | null }> {
  await requireConnection(db, storeId, connectionId)
  const events = await db.query<LoggedEvent>(sql`
    select event_id, topic, subject, received_at, state, result, attempts, next_at,
      body is not null and (state = 'failed' or next_at is not null) as can_retry
    from connection_events
    where store_id = ${storeId} and connection_id = ${connectionId}
      ${cursor === undefined ? empty : sql`and event_id < ${cursor}`}
      ${state === undefined ? empty : sql`and state = ${state}`}
    order by event_id desc
    limit ${limit + 1}`)
  const shown = events.slice(0, limit)
  return { events: shown, next_cursor: events.length > limit ? (shown.at(-1) as LoggedEvent).event_id : null }
}

/** Tries a failed event again. Throws `event_unknown`, also for one that is done: its body is deleted. */
export async function retryEvent(
  tx: Db,
  storeId: string,
  connectionId: string,
  eventId: string,
): Promise<void> {
  const retried = isUuid(eventId) ? await retry(tx, storeId, connectionId, sql`event_id = ${eventId}`) : 0
  if (retried === 0) throw new ApiError('event_unknown')
}

/** Tries all failed events again, such as after a mapping was corrected. Returns how many. Throws `connection_unknown`. */
export async function retryFailedEvents(tx: Db, storeId: string, connectionId: string): Promise<number> {
  await requireConnection(tx, storeId, connectionId)
  return await retry(tx, storeId, connectionId, sql`state = 'failed'`)
}

async function retry(tx: Db, storeId: string, connectionId: string, which: Sql): Promise<number> {
  const retried = await tx.query(sql`
    update connection_events
    set state = 'waiting', next_at = null
    where store_id = ${storeId} and connection_id = ${connectionId} and ${which} and body is not null
    returning 1`)
  if (retried.length === 0) return 0
  await tx.query(sql`
    update connections
    set waits_until = null
    where store_id = ${storeId} and connection_id = ${connectionId}`)
  await enqueueForStores(tx, 'take-events', [storeId])
  return retried.length
}

/** Throws `connection_unknown`. */
async function requireConnection(db: Db, storeId: string, connectionId: string): Promise<void> {
  const known = await db.query(sql`
    select from connections
    where store_id = ${storeId} and connection_id = ${connectionId}`)
  if (known.length === 0) throw new ApiError('connection_unknown')
}

/** The line as commands print it. */
export function wordEvent({ result, ...event }: LoggedEvent) {
  return {
    ...event,
    outcome: result && wordSentences(result.what),
    mend: result?.mend ? wordSentences([result.mend]) : null,
  }
}
