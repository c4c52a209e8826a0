import sql, { empty } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { readInstant } from '../../../foundation/lib/time/instant.ts'
import {
  type DueFilter,
  type OrderPosition,
  ordersByDue,
  ordersOfAddress,
} from '../../requests/list-requests.ts'
import { type ReviewRequest, requestsOfOrders } from '../../requests/requests.ts'
import { displayedLine, readLines } from '../later/order-lines.ts'
import { readOrders } from '../orders.ts'

/**
 * Which orders to list: all, newest first; those whose id has a prefix, by id; those of a buyer, newest first; or by
 * their requests, see `ordersByDue`. Only one filter applies, so each list reads the first rows of one index.
 */
export type OrderFilter = { idBegins: string } | { address: string } | { due: DueFilter } | undefined

export type OrderPageWanted = { after?: OrderPosition | undefined; limit: number }

export type OrderInList = {
  order_id: string
  order_date: Date
  delivery_date: Date
  received_at: Date
  /** The name of the first product, or its id if it has none. `products` counts them all. */
  product_name: string
  products: number
  customer_name: string
  /** How many products wait for their delivery. */
  waiting: number
  /** Why nobody is asked; null if there are requests. */
  no_request: string | null
  requests: ReviewRequest[]
}

/** A page of a store's orders. `next` is the cursor of the next page; null on the last one. */
export async function listOrders(
  db: Connection,
  storeId: string,
  filter: OrderFilter,
  { after, limit }: OrderPageWanted,
): Promise<{ result: OrderInList[]; next: string | null }> {
  const places = await findPlaces(db, storeId, filter, { after, limit: limit + 1 })
  const shown = places.slice(0, limit)
  const last = shown.at(-1)
  return {
    result: await readListed(
      db,
      storeId,
      shown.map(({ orderId }) => orderId),
    ),
    next: places.length > limit && last ? writeOrderCursor(last) : null,
  }
}

/** The cursor of the page after this order; see `readOrderCursor`. */
function writeOrderCursor({ at, orderId }: OrderPosition): string {
  return Buffer.from(`${at.toISOString()} ${orderId}`).toString('base64url')
}

/** Undefined for a text that is not a cursor. */
export function readOrderCursor(cursor: string): OrderPosition | undefined {
  const [, at = '', orderId = ''] = /^(\S+) (.+)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const milliseconds = readInstant(at)
  if (milliseconds === undefined || orderId.length > 510 || orderId.includes('\0')) return undefined
  return { at: new Date(milliseconds), orderId }
}

async function findPlaces(
  db: Connection,
  storeId: string,
  filter: OrderFilter,
  page: OrderPageWanted,
): Promise<OrderPosition[]> {
  if (!filter) return await ordersByArrival(db, storeId, page)
  if ('due' in filter) return await ordersByDue(db, storeId, filter.due, page)
  if ('address' in filter) return await ordersOfAddress(db, storeId, filter.address, page)
  return await ordersById(db, storeId, filter.idBegins, page)
}

async function ordersByArrival(
  db: Connection,
  storeId: string,
  { after, limit }: OrderPageWanted,
): Promise<OrderPosition[]> {
  return await db.query<OrderPosition>(sql`
    select received_at as at, order_id as "orderId"
    from orders
    where store_id = ${storeId}
      ${after ? sql`and (received_at, order_id) < (${after.at}::timestamptz, ${after.orderId})` : empty}
    order by received_at desc, order_id desc
    limit ${limit}`)
}

// Ids are compared by their bytes, so ids with the same prefix are adjacent in the key, and the prefix itself comes
// first.
async function ordersById(
  db: Connection,
  storeId: string,
  beginning: string,
  { after, limit }: OrderPageWanted,
): Promise<OrderPosition[]> {
  return await db.query<OrderPosition>(sql`
    select received_at as at, order_id as "orderId"
    from orders
    where store_id = ${storeId} and order_id >= ${beginning} and order_id < ${`${beginning}${lastSign}`}
      ${after ? sql`and order_id > ${after.orderId}` : empty}
    order by order_id
    limit ${limit}`)
}

const lastSign = '\u{10ffff}'

async function readListed(db: Connection, storeId: string, orderIds: string[]): Promise<OrderInList[]> {
  const [rows, requests, lines] = await Promise.all([
    db.query<Omit<OrderInList, 'requests' | 'waiting' | 'no_request'>>(sql`
      select order_id, order_date, delivery_date, received_at, coalesce(nullif(products -> 0 ->> 'name', ''), products -> 0 ->> 'product_id', '') as product_name,
        case when jsonb_typeof(products) = 'array' then jsonb_array_length(products) else 0 end as products,
        coalesce(customers -> 0 ->> 'name', '') as customer_name
      from orders
      where store_id = ${storeId} and order_id = any(${orderIds}::text[])`),
    requestsOfOrders(db, storeId, orderIds),
    readLines(db, storeId, orderIds),
  ])
  const unasked = await readOrders(
    db,
    storeId,
    orderIds.filter(orderId => !requests.has(orderId)),
  )
  const reasons = new Map(unasked.map(({ order_id, no_request }) => [order_id, no_request]))
  const known = new Map(rows.map(row => [row.order_id, row]))
  return orderIds.flatMap(orderId => {
    const row = known.get(orderId)
    if (!row) return []
    const waiting = (lines.get(orderId) ?? [])
      .map(displayedLine)
      .filter(({ state }) => state === 'waiting').length
    const no_request = reasons.get(orderId) ?? null
    return { ...row, waiting, no_request, requests: requests.get(orderId) ?? [] }
  })
}
