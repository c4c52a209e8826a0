import sql, { empty, join } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Bounds } from '../../foundation/lib/time/days.ts'
import { knownReasons } from './reasons.ts'
import { type AskedPart, type RequestState, type ReviewRequest, requestStates } from './requests.ts'

/** The position of an order in a list: by time, then by id. */
export type OrderPosition = { at: Date; orderId: string }

/** Requests in a state, or due on a day, or both. */
export type DueFilter = { state?: RequestState | undefined; day?: Bounds | undefined }

/**
 * Orders with requests that match, each once, by the due date of its first matching request. Pending requests, and
 * those of one day, come earliest first; others latest first.
 */
export async function ordersByDue(
  db: Connection,
  storeId: string,
  filter: DueFilter,
  { after, limit }: { after?: OrderPosition | undefined; limit: number },
): Promise<OrderPosition[]> {
  const isAscending = filter.state === 'scheduled' || filter.day !== undefined
  const order = isAscending ? sql`due_at, order_id` : sql`due_at desc, order_id desc`
  // Read only the first rows of each range of the indexes.
  const ranges = (filter.state ? [filter.state] : requestStates).flatMap(rangesOf).map(
    range => sql`(
      select due_at, order_id
      from review_requests as request
      where ${join(conditionsOf(storeId, filter, range, isAscending, after), ' and ')}
      order by ${order}
      limit ${limit})`,
  )
  const rows = await db.query<{ due_at: Date; order_id: string }>(sql`
    select due_at, order_id
    from (${join(ranges, ' union all ')}) as found
    order by ${order}
    limit ${limit}`)
  return rows.map(({ due_at, order_id }) => ({ at: due_at, orderId: order_id }))
}

type Range = { state: RequestState; isGathered?: boolean }

/** Pending requests have an index of their own until a mail gathers them (migration 0034). */
function rangesOf(state: RequestState): Range[] {
  if (state !== 'scheduled') return [{ state }]
  return [
    { state, isGathered: false },
    { state, isGathered: true },
  ]
}

function conditionsOf(
  storeId: string,
  filter: DueFilter,
  { state, isGathered }: Range,
  isAscending: boolean,
  after: OrderPosition | undefined,
) {
  const { day } = filter
  const inDay = day ? sql` and due_at >= ${day.begins} and due_at < ${day.ends}` : empty
  const beyond = isAscending ? sql`>` : sql`<`
  const sameFilter = filter.state ? sql` and state = ${state}` : empty
  return [
    sql`store_id = ${storeId}`,
    sql`state = ${state}${inDay}`,
    isGathered === undefined ? undefined : sql`mailing_id is ${isGathered ? sql`not null` : sql`null`}`,
    after ? sql`(due_at, order_id) ${beyond} (${after.at}::timestamptz, ${after.orderId})` : undefined,
    // An order with several requests is listed at the position of its first one.
    sql`not exists (
      select from review_requests as twin
      where twin.store_id = request.store_id and twin.order_id = request.order_id${sameFilter}${inDay}
        and (twin.due_at, twin.address, twin.part)
          ${isAscending ? sql`<` : sql`>`} (request.due_at, request.address, request.part))`,
  ].filter(condition => condition !== undefined)
}

/** The orders whose review requests go to the address, newest first. */
export async function ordersOfAddress(
  db: Connection,
  storeId: string,
  address: string,
  { after, limit }: { after?: OrderPosition | undefined; limit: number },
): Promise<OrderPosition[]> {
  const rows = await db.query<{ created_at: Date; order_id: string }>(sql`
    select distinct created_at, order_id
    from review_requests
    where store_id = ${storeId} and address = ${address}
      ${after ? sql`and (created_at, order_id) < (${after.at}::timestamptz, ${after.orderId})` : empty}
    order by created_at desc, order_id desc
    limit ${limit}`)
  return rows.map(({ created_at, order_id }) => ({ at: created_at, orderId: order_id }))
}

/** A request with the keys of its mail and its buyer. */
export type RequestOfOrder = Omit<ReviewRequest, 'mail'> & { address: string; mailing_id: string | null }

/** The requests of an order, by due date. */
export async function requestsInDetail(
  db: Connection,
  storeId: string,
  orderId: string,
): Promise<RequestOfOrder[]> {
  const requests = await db.query<RequestOfOrder>(sql`
    select id, part, address, email, name, state, due_at, reasons, mailing_id, left_out
    from review_requests
    where store_id = ${storeId} and order_id = ${orderId}
    order by due_at, id`)
  return requests.map(request => ({ ...request, reasons: knownReasons(request.reasons) }))
}

/**
 * The parts of orders that share the mail of a request: those gathered with it. While it is pending: those of the same buyer
 * due on the same day.
 */
export async function partsInMail(
  db: Connection,
  storeId: string,
  requestId: string,
  orderId: string,
  day: Bounds,
): Promise<AskedPart[]> {
  return await db.query<AskedPart>(sql`
    select other.order_id, other.part, other.left_out
    from review_requests as request
    join review_requests as other
      on other.store_id = request.store_id and other.address = request.address
    where request.store_id = ${storeId} and request.order_id = ${orderId} and request.id = ${requestId}
      and (
        other.id = request.id
        or (other.mailing_id = request.mailing_id and other.state in ('scheduled', 'sent', 'reviewed'))
        or (
          request.mailing_id is null and request.state = 'scheduled'
          and other.mailing_id is null and other.state = 'scheduled'
          and other.due_at >= ${day.begins} and other.due_at < ${day.ends}
        )
      )
    order by other.due_at, other.order_id, other.part`)
}
