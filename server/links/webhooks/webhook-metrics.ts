import sql, { type Sql } from 'sql-template-tag'
import { askReachable } from '../../foundation/database/citus/citus.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Metrics } from '../../foundation/http/telemetry/metrics.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import type { Outcome } from './sending/retry.ts'

/** Counts attempts by outcome: delivered, retried, failed. */
export function countDeliveries(metrics: Metrics): (outcome: Outcome) => void {
  const count = metrics.counter({
    name: 'realword_webhook_attempts_total',
    help: 'Attempts to deliver an event, by outcome',
    labels: ['outcome'],
  })
  return ({ state }) => count({ outcome: state === 'waiting' ? 'retried' : state })
}

/** Measures the endpoints and deliveries of all stores. */
export function measureWebhooks(metrics: Metrics, database: Connection, clock: Clock): void {
  metrics.gauges(
    { name: 'realword_webhook_endpoints', help: 'Endpoints of active stores', labels: ['state'] },
    async () =>
      (await countEndpoints(database)).map(({ state, count }) => ({ labels: { state }, value: count })),
  )
  metrics.gauges(
    {
      name: 'realword_webhook_oldest_waiting_seconds',
      help: 'Age of the oldest event of active stores that was not attempted yet, without failing endpoints',
    },
    async () => {
      const at = await oldestWaiting(database)
      return [{ labels: {}, value: at ? Math.max(0, (clock() - at.getTime()) / 1000) : 0 }]
    },
  )
}

type State = 'active' | 'failing' | 'disabled'

/** Of active stores: a suspended one sends nothing. `failing`: active, and its newest attempt failed. */
export async function countEndpoints(db: Connection): Promise<{ state: State; count: number }[]> {
  const rows = await db.query<{ state: State; count: number }>(sql`
    select case when state = 'active' and failing_since is not null then 'failing' else state end as state,
      count(*)::integer as count
    from webhook_endpoints
    join stores using (store_id)
    where stores.active
    group by 1`)
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  return (['active', 'failing', 'disabled'] as const).map(state => ({ state, count: counts.get(state) ?? 0 }))
}

/** The ids of active endpoints of active stores whose newest attempt failed, those that have failed longest first. */
export async function failingEndpoints(db: Connection, limit: number): Promise<string[]> {
  const rows = await db.query<{ webhook_id: string }>(sql`
    select webhook_id
    from webhook_endpoints
    join stores using (store_id)
    where stores.active and state = 'active' and failing_since is not null
    order by failing_since, webhook_id
    limit ${limit}`)
  return rows.map(({ webhook_id }) => webhook_id)
}

/** When the oldest event happened that was not tried yet, of endpoints that do not fail. A suspended store sends nothing. */
async function oldestWaiting(db: Connection): Promise<Date | undefined> {
  const oldest = (stores: Sql) =>
    db.query<{ at: Date | null }>(sql`
      select min(event.at) as at
      from webhook_endpoints as endpoint
      join stores using (store_id)
      cross join lateral (
        select event_id
        from webhook_deliveries as delivery
        where delivery.store_id = endpoint.store_id and delivery.webhook_id = endpoint.webhook_id
          and delivery.state = 'waiting' and next_at is null
        order by event_id
        limit 1
      ) as first
      join webhook_events as event on event.store_id = endpoint.store_id and event.event_id = first.event_id
      where endpoint.state = 'active' and endpoint.failing_since is null and active and ${stores}`)
  const rows = await askReachable(
    db,
    () => oldest(sql`true`),
    ids => oldest(sql`endpoint.store_id = any(${ids}::uuid[])`),
  )
  return rows[0]?.at ?? undefined
}
