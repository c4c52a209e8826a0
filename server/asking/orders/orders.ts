import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { createGroupCommit, type GroupCommit } from '../../foundation/database/group-commit.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type Quota, quotaHeaders } from '../../foundation/http/limits/quota-headers.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { secondsLeft } from '../../foundation/lib/time/minutes.ts'
import type { MailState } from '../../foundation/mailings/mail-states.ts'
import { publicMail } from '../../foundation/mailings/own-answers.ts'
import { createKnownProducts } from '../../tenants/products/known-products.ts'
import { unaskedAmong } from '../../tenants/products/unasked.ts'
import type { StoreLimits } from '../../tenants/stores/limits.ts'
import { wordReasons } from '../requests/reasons.ts'
import { type ReviewRequest, requestsFor, requestsOfOrders } from '../requests/requests.ts'
import type { ScheduleSettings } from '../requests/schedule.ts'
import { readFacts } from '../rules/facts.ts'
import type { RuledSettings } from '../rules/plan.ts'
import {
  type DisplayedLine,
  displayedLine,
  isAskedIn,
  type OrderLine,
  readLines,
  wholeLine,
} from './later/order-lines.ts'
import { monthOf } from './order-usage.ts'
import { testOrders } from './test-orders.ts'
import {
  type Answer,
  createOrderWriter,
  type NewOrder,
  newOrder,
  type OrderRules,
  type OrderWriterOptions,
} from './write-orders.ts'

/** An order as sent to `POST /orders`. Source: sections 2.1 to 2.3 of the specification. */
export type Order = {
  order_id: string
  order_date: string
  delivery_date: string
  request_review_at?: string | undefined
  products: OrderProduct[]
  customers: Customer[]
  /** Its prices may be in another currency than the store's, so the catalogue takes none of them. */
  hasForeignPrices?: boolean
}

export type OrderProduct = {
  product_id: string
  sku: string
  name: string
  price: number
  url: string
  pictures?: string[] | undefined
  gtin?: string | undefined
  mpn?: string | undefined
  /** What its shop sorts it by, for rules. `POST /orders` takes none. */
  tags?: string[] | undefined
  /** Its price is in another currency than the store's, as far as is known: no rule about prices fits. */
  price_is_foreign?: boolean | undefined
}

export type Customer = {
  name: string
  email: string
  phone: string
  origin?: string | undefined
  /** A language tag that a connected shop named. */
  language?: string | undefined
  /** Where the order goes, for rules: an ISO 3166 code. */
  country?: string | undefined
}

export type OrderSettings = RuledSettings & { limits?: StoreLimits }

export type Orders = {
  /**
   * Stores an order and schedules its requests. `quota` is what is left of `orders_per_minute`, absent without such a
   * limit. Throws `order_duplicate`, `order_limit` or `orders_often`.
   */
  create: (
    storeId: string,
    settings: OrderSettings,
    order: Order,
    rules?: OrderRules,
  ) => Promise<{ id: string; quota?: Quota }>
  queued: () => number
}

export function createOrders(
  db: Database,
  clock: Clock,
  { onGroup, ...options }: OrderWriterOptions & { onGroup?: (size: number) => void } = {},
): Orders {
  const knownProducts = createKnownProducts()
  const writeOrders = createOrderWriter(db, options)
  const writes: GroupCommit<ScheduleSettings, NewOrder, Answer> = createGroupCommit({
    table: 'orders',
    write: async (storeId, { time_zone }, orders) => {
      const now = clock()
      const answers = await writeOrders(storeId, orders, now, monthOf(now, time_zone))
      for (const [index, { new_products }] of orders.entries()) {
        // The products of a duplicate were not written.
        if (typeof answers[index] === 'object') knownProducts.add(storeId, new_products)
      }
      return answers
    },
    keyOf: order => order.order_id,
    sizeOf: order => order.json.length,
    repeat: (first: Answer): Answer => (first === 'limit' || first === 'minute' ? first : 'duplicate'),
    ...(onGroup && { onGroup }),
  })
  return {
    create: async (storeId, settings, order, rules = { isOldAsked: false }) => {
      const unknown = knownProducts.unknownAmong(storeId, order.products)
      const { request_rules = [] } = settings
      // A store without rules waits for nothing here.
      const facts =
        request_rules.length > 0
          ? (await readFacts(db.pipeline, storeId, request_rules, [order])).get(order.order_id)
          : undefined
      const answer = await writes.submit(
        storeId,
        settings,
        newOrder(order, unknown, settings, clock(), rules, facts),
      )
      if (answer === 'duplicate') throw new ApiError('order_duplicate')
      if (answer === 'limit') throw new ApiError('order_limit')
      const now = clock()
      if (answer === 'minute') throw new ApiError('orders_often', { headers: ordersSpent(settings, now) })
      const { id, left } = answer
      return left === null ? { id } : { id, quota: quotaOfMinute(settings, left, now) }
    },
    queued: writes.queued,
  }
}

/** The headers of `orders_often`. */
export function ordersSpent(settings: OrderSettings, now: number) {
  return { 'retry-after': String(secondsLeft(now)), ...quotaHeaders(quotaOfMinute(settings, 0, now)) }
}

// The limit may have been set less than a second ago: then the cached settings lack it.
function quotaOfMinute({ limits }: OrderSettings, left: number, now: number): Quota {
  const limit = limits?.orders_per_minute ?? left
  return { name: 'orders_per_minute', limit, left, seconds: secondsLeft(now) }
}

/** A request, with the products that it asks about. */
type RequestOfOrder = Omit<ReviewRequest, 'part' | 'left_out' | 'mail' | 'reasons'> & {
  reason: string
  mail: ReturnType<typeof publicMail<MailState>> | null
  product_ids: string[]
}

export type StoredOrder = {
  id: string
  order_id: string
  order_date: Date
  delivery_date: Date
  request_review_at: Date | null
  products: OrderProduct[]
  customers: Customer[]
  received_at: Date
  /** When it, its dates or its products were changed or, if they never were, received. */
  updated_at: Date
  /** The products that were delivered on a day of their own, wait for it, or went back. */
  lines: DisplayedLine[]
  requests: RequestOfOrder[]
  /** Why no buyer will be asked; null if one will be. */
  no_request: string | null
}

/** An order with its requests and their mails. Throws `order_unknown`. */
export async function readOrder(db: Connection, storeId: string, orderId: string): Promise<StoredOrder> {
  const [order] = await readOrders(db, storeId, [orderId])
  if (!order) throw new ApiError('order_unknown')
  return order
}

type Row = Omit<StoredOrder, 'lines' | 'requests' | 'no_request'> & { cancelled_at: Date | null }

/** The same for several orders, in the order of the ids. Unknown ids are skipped. */
export async function readOrders(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<StoredOrder[]> {
  const rows = await db.query<Row>(sql`
    select id, order_id, order_date, delivery_date, request_review_at, products, customers, received_at,
      coalesce(updated_at, received_at) as updated_at, cancelled_at
    from orders
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])
    order by array_position(${orderIds}::text[], order_id)`)
  const lines = await readLines(db, storeId, orderIds)
  const requests = await requestsOfOrders(db, storeId, orderIds)
  const ids = rows.flatMap(({ products }) => products.map(({ product_id }) => product_id))
  const unasked = await unaskedAmong(db, storeId, ids)
  return rows.map(row =>
    toStored(row, lines.get(row.order_id) ?? [], requests.get(row.order_id) ?? [], unasked),
  )
}

function toStored(
  row: Row,
  lines: OrderLine[],
  requests: ReviewRequest[],
  unasked: ReadonlySet<string>,
): StoredOrder {
  const { cancelled_at, ...order } = row
  const { products, customers } = order
  const ids = [...new Set(products.map(({ product_id }) => product_id))].filter(id => !unasked.has(id))
  return {
    ...order,
    lines: lines.map(displayedLine),
    requests: requests.map(({ part, left_out, mail, reasons, ...request }) => ({
      ...request,
      reason: wordReasons(reasons),
      mail: mail && publicMail(mail),
      product_ids: idsOfPart(ids, lines, part).filter(id => !left_out?.includes(id)),
    })),
    no_request:
      requests.length === 0 ? whyNoRequest({ products, customers, lines, cancelledAt: cancelled_at }) : null,
  }
}

/** The products that the requests of a part ask about. `lines` are those of the order that have a row. */
function idsOfPart(productIds: string[], lines: OrderLine[], part: number): string[] {
  const known = new Map(lines.map(line => [line.product_id, line]))
  return productIds.filter(id => isAskedIn(part, known.get(id) ?? wholeLine(id)))
}

export const noAddress = 'no usable address'

export const onlyUnasked = 'only products that are not asked about'

type Unrequested = Pick<StoredOrder, 'products' | 'customers'> & {
  lines: OrderLine[]
  cancelledAt: Date | null
}

function whyNoRequest({ products, customers, lines, cancelledAt }: Unrequested): string {
  if (requestsFor(customers).length === 0) return noAddress
  if (cancelledAt) return 'cancelled'
  if (lines.some(({ part, refunded_at }) => part === null && refunded_at === null))
    return 'the products wait for their delivery'
  const returned = new Set(lines.filter(({ refunded_at }) => refunded_at).map(({ product_id }) => product_id))
  return products.every(({ product_id }) => returned.has(product_id)) ? 'all products went back' : onlyUnasked
}

/** Whether the store has ever received an order. */
export async function hasOrders(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from orders
    where store_id = ${storeId}
    union all
    select
    from former_orders
    where store_id = ${storeId}
    limit 1`)
  return found.length > 0
}

export async function hasTestOrders(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from orders
    where store_id = ${storeId} and order_id like ${testOrders}
    union all
    select
    from former_orders
    where store_id = ${storeId} and is_test
    limit 1`)
  return found.length > 0
}

/** Whether the store has ever sent an order itself: test orders do not count. */
export async function hasShopOrders(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from orders
    where store_id = ${storeId} and order_id not like ${testOrders}
    union all
    select
    from former_orders
    where store_id = ${storeId} and not is_test
    limit 1`)
  return found.length > 0
}
