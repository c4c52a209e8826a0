import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'

/** An endpoint that this worker alone sends to. */
export type Claimed = {
  store_id: string
  webhook_id: string
  url: string
  secrets: Buffer
  previous_until: Date | null
  /** The newest attempt was answered within a second. */
  responsive: boolean
  failing_since: Date | null
  failures: number
}

/** How long a worker is alone without renewing, in ms. A killed one delays its endpoints by so much. */
const claimTime = 10_000

/** SQL: the endpoint has a delivery to send now, and no worker has it. Of `webhook_endpoints`. */
function isDue(now: Date): Sql {
  return sql`${hasSomething(now)} and (claimed_until is null or claimed_until <= ${now})`
}

function hasSomething(now: Date): Sql {
  // An operator who suspends a store ends its sending. Its waiting deliveries are sent once it is active again.
  return sql`state = 'active' and ${isOfActiveStore} and (waits_until is null or waits_until <= ${now})
    and exists (
      select from webhook_deliveries as delivery
      where delivery.store_id = webhook_endpoints.store_id and delivery.webhook_id = webhook_endpoints.webhook_id
        and delivery.state = 'waiting' and (next_at is null or next_at <= ${now})
    )`
}

const isOfActiveStore = sql`exists (
  select from stores as own
  where own.store_id = webhook_endpoints.store_id and own.active)`

/** A condition for a statement about `stores`: one of its endpoints has something to send. */
export function hasDueDeliveries(now: Date): Sql {
  return sql`(webhook_events is not null and exists (
    select from webhook_endpoints
    where webhook_endpoints.store_id = stores.store_id and ${isDue(now)}))`
}

/** An endpoint with something to send. `claimed_until`: while a worker sends to it. */
export type DueEndpoint = { webhook_id: string; responsive: boolean; claimed_until: Date | null }

/** The store's endpoints that have something to send. */
export async function readDueEndpoints(db: Connection, storeId: string, now: number): Promise<DueEndpoint[]> {
  const at = new Date(now)
  return await db.query<DueEndpoint>(sql`
    select webhook_id, responsive, case when claimed_until > ${at} then claimed_until end as claimed_until
    from webhook_endpoints
    where store_id = ${storeId} and ${hasSomething(at)}
    order by webhook_id`)
}

/** Claims an endpoint that has something to send, and that no other worker has. */
export async function claimEndpoint(
  tx: Connection,
  storeId: string,
  webhookId: string,
  worker: string,
  now: number,
): Promise<Claimed | undefined> {
  const [claimed] = await tx.query<Claimed>(sql`
    update webhook_endpoints
    set claimed_by = ${worker}, claimed_until = ${new Date(now + claimTime)}
    where store_id = ${storeId} and webhook_id = ${webhookId} and ${isDue(new Date(now))}
    returning store_id, webhook_id, url, secrets, previous_until, responsive, failing_since, failures`)
  return claimed
}

/** Keeps these claims of the worker. Returns the endpoints that it still has, and that are active. */
export async function renewClaims(
  db: Connection,
  storeId: string,
  webhookIds: string[],
  worker: string,
  now: number,
): Promise<string[]> {
  const kept = await db.query<{ webhook_id: string }>(sql`
    update webhook_endpoints
    set claimed_until = ${new Date(now + claimTime)}
    where store_id = ${storeId} and webhook_id = any(${webhookIds}) and claimed_by = ${worker} and state = 'active'
      and ${isOfActiveStore}
    returning webhook_id`)
  return kept.map(({ webhook_id }) => webhook_id)
}

/** Ends a claim. Returns when the endpoint's next delivery is due, undefined for none. */
export async function releaseClaim(
  db: Connection,
  storeId: string,
  webhookId: string,
  worker: string,
): Promise<Date | undefined> {
  const [next] = await db.query<{ at: Date | null }>(sql`
    update webhook_endpoints
    set claimed_by = null, claimed_until = null
    where store_id = ${storeId} and webhook_id = ${webhookId} and claimed_by = ${worker}
    returning case when state = 'active' then (
      select greatest(coalesce(next_at, '1970-01-01Z'::timestamptz), coalesce(waits_until, '1970-01-01Z'::timestamptz))
      from webhook_deliveries as delivery
      where delivery.store_id = ${storeId} and delivery.webhook_id = ${webhookId} and delivery.state = 'waiting'
      order by next_at nulls first
      limit 1
    ) end as at`)
  return next?.at ?? undefined
}
