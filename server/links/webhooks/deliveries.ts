import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { changedSince, type Place } from '../../foundation/database/changed-since.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { EventType } from '../../foundation/events/event-types.ts'
import { writeEvents } from '../../foundation/events/record.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import type { DeliveryState } from './delivery-states.ts'
import { eventSamples } from './event-samples.ts'
import { readWebhook } from './webhooks.ts'

/** One event for one endpoint, with its newest attempt. */
export type Delivery = {
  delivery_id: string
  /** The `webhook-id` of the request: the same in every attempt, also in a replay. */
  event_id: string
  type: EventType
  /** When it happened. */
  at: Date
  state: DeliveryState
  attempts: number
  next_at: Date | null
  last_at: Date | null
  /** How long the newest attempt took, in ms: it began so long before `last_at`. */
  last_ms: number | null
  last_status: number | null
  /** Why there is no answer. */
  last_error: string | null
}

export type WholeDelivery = Delivery & {
  /** The body, as it is sent. */
  body: string
  /** The beginning of the answer. */
  last_answer: string | null
}

export type DeliveryFilter = {
  state?: DeliveryState | undefined
  after?: string | undefined
  limit?: number | undefined
}

const page = 50

/** The deliveries of an endpoint, newest first. `after`: the last one of the previous page. Throws `webhook_unknown`. */
export async function listDeliveries(
  db: Connection,
  storeId: string,
  webhookId: string,
  { state, after, limit = page }: DeliveryFilter = {},
): Promise<{ deliveries: Delivery[]; next: Place | null }> {
  await readWebhook(db, storeId, webhookId)
  const found = await db.query<Delivery>(sql`
    select ${columns}
    ${ofWebhook(storeId, webhookId)}
      ${state === undefined ? empty : sql`and delivery.state = ${state}`}
      ${after === undefined ? empty : sql`and delivery_id < ${after}`}
    order by delivery_id desc
    limit ${limit + 1}`)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return { deliveries: shown, next: last ? { at: last.at, id: last.delivery_id } : null }
}

const table = {
  ...{ table: raw('webhook_deliveries'), id: raw('delivery_id'), written: raw('updated_at') },
  ranges: [],
}

type ChangesWanted = {
  since: Date
  after?: Place | undefined
  state?: DeliveryState | undefined
  limit: number
}

/**
 * A page of the deliveries that were written, attempted or replayed since then, the last change first; see `changedSince`.
 * Throws `webhook_unknown`.
 */
export async function listChangedDeliveries(
  db: Connection,
  storeId: string,
  webhookId: string,
  { state, ...page }: ChangesWanted,
): Promise<{ deliveries: Delivery[]; next: Place | null }> {
  await readWebhook(db, storeId, webhookId)
  const conditions = [state === undefined ? sql`true` : sql`state = ${state}`]
  const prefix = sql`webhook_id = ${webhookId}`
  const { ids, next } = await changedSince(db, storeId, { ...table, prefix }, { ...page, conditions })
  const deliveries = await db.query<Delivery>(sql`
    select ${columns}
    ${ofWebhook(storeId, webhookId)} and delivery_id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], delivery_id)`)
  return { deliveries, next }
}

/** A delivery with its request and answer. Throws `delivery_unknown`. */
export async function readDelivery(
  db: Connection,
  storeId: string,
  webhookId: string,
  deliveryId: string,
): Promise<WholeDelivery> {
  const [found] = await db.query<WholeDelivery>(sql`
    select ${columns}, body, last_answer
    ${ofWebhook(storeId, webhookId)} and delivery_id = ${isUuid(deliveryId) ? deliveryId : null}`)
  if (!found) throw new ApiError('delivery_unknown')
  return found
}

const columns = sql`
  delivery_id, delivery.event_id, type, at, delivery.state, attempts, next_at, last_at, last_ms, last_status, last_error`

function ofWebhook(storeId: string, webhookId: string): Sql {
  return sql`
    from webhook_deliveries as delivery
    join webhook_events as event on event.store_id = ${storeId} and event.event_id = delivery.event_id
    where delivery.store_id = ${storeId} and webhook_id = ${webhookId}`
}

/** One delivery, or those of events in a time, which begins at `from` and ends before `to`. */
export type Replay = { deliveryId: string } | { from: Date; to: Date }

/**
 * Sends deliveries again, whatever became of them, with the same ids. Returns how many. Throws `webhook_unknown`,
 * `webhook_disabled` or `delivery_unknown`.
 */
export async function replayDeliveries(
  tx: Connection,
  storeId: string,
  webhookId: string,
  which: Replay,
  at: Date,
): Promise<number> {
  await requireActive(tx, storeId, webhookId)
  if ('deliveryId' in which && !isUuid(which.deliveryId)) throw new ApiError('delivery_unknown')
  const condition =
    'deliveryId' in which
      ? sql`delivery_id = ${which.deliveryId}`
      : sql`event_id in (
          select event_id
          from webhook_events
          where store_id = ${storeId} and at >= ${which.from} and at < ${which.to}
        )`
  const replayed = await tx.query(sql`
    update webhook_deliveries
    set state = 'waiting', attempts = 0, next_at = null, updated_at = ${at}
    where store_id = ${storeId} and webhook_id = ${webhookId} and ${condition}
    returning 1`)
  if ('deliveryId' in which && replayed.length === 0) throw new ApiError('delivery_unknown')
  if (replayed.length > 0) await enqueue(tx, 'send-webhooks', storeId, [uuid()])
  return replayed.length
}

/**
 * Sends `endpoint.test`, or an event of another type about made-up records, to this endpoint alone, also if it does not
 * take such events. Returns its delivery. Throws `webhook_unknown` or `webhook_disabled`.
 */
export async function testWebhook(
  tx: Connection,
  storeId: string,
  webhookId: string,
  at: Date,
  type: EventType = 'endpoint.test',
): Promise<Delivery> {
  await requireActive(tx, storeId, webhookId)
  const data = type === 'endpoint.test' ? { webhook_id: webhookId } : { ...eventSamples[type], test: true }
  const event = { type, subject: webhookId, data }
  await writeEvents(tx, storeId, [event], [{ webhook_id: webhookId, events: [] }], at)
  const { deliveries } = await listDeliveries(tx, storeId, webhookId, { limit: 1 })
  return deliveries[0] as Delivery
}

async function requireActive(tx: Connection, storeId: string, webhookId: string): Promise<void> {
  const { state } = await readWebhook(tx, storeId, webhookId)
  if (state !== 'active') throw new ApiError('webhook_disabled')
}
