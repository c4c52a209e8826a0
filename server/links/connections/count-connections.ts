import sql, { raw } from 'sql-template-tag'
import type { Connection as Db } from '../../foundation/database/connect.ts'
import { backfillTopic } from './events/events.ts'
import type { PlatformName } from './platform.ts'

export type ConnectionCount = { platform: PlatformName; state: string; count: number }

/** How many connections of all stores have each platform and state. */
export async function countConnections(db: Db): Promise<ConnectionCount[]> {
  return await db.query(sql`
    select platform, state, count(*)::integer as count
    from connections
    group by platform, state
    order by platform, state`)
}

/** How many events of all stores wait or failed, by platform. Reads only those. */
export async function countEvents(db: Db): Promise<ConnectionCount[]> {
  // One state each: there is an index for it.
  return [...(await countEventsThat(db, 'failed')), ...(await countEventsThat(db, 'waiting'))]
}

async function countEventsThat(db: Db, state: 'failed' | 'waiting'): Promise<ConnectionCount[]> {
  return await db.query(sql`
    select platform, event.state, count(*)::integer as count
    from connection_events as event
    join connections using (store_id, connection_id)
    where event.state = ${raw(`'${state}'`)}
    group by platform, event.state`)
}

/**
 * Since when the oldest due event of each platform has been due. Without events of connections and stores that are not
 * active, and without those whose next attempt is later.
 */
export async function oldestDueEvents(
  db: Db,
  now: Date,
): Promise<{ platform: PlatformName; due_at: Date }[]> {
  const dueAt = sql`greatest(coalesce(next_at, received_at), waits_until)`
  return await db.query(sql`
    select platform, min(${dueAt}) as due_at
    from connection_events as event
    join connections using (store_id, connection_id)
    join stores using (store_id)
    where event.state = 'waiting' and connections.state = 'active' and active and ${dueAt} <= ${now}
    group by platform`)
}

/** When a shop of each platform last sent something. Reads one row of an index per connection. */
export async function newestEvents(db: Db): Promise<{ platform: PlatformName; at: Date }[]> {
  return await db.query(sql`
    select platform, max(at) as at
    from (
      select platform, greatest(last_event_at, (
        select received_at
        from connection_events as event
        where event.store_id = connections.store_id and event.connection_id = connections.connection_id
          and topic <> ${backfillTopic}
        order by event_id desc
        limit 1
      )) as at
      from connections
    ) as by_connection
    where at is not null
    group by platform`)
}
