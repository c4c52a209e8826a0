import { z } from 'zod'
import { sendOrderNow } from '../../../asking/dispatch/send-now.ts'
import { correctBuyers } from '../../../asking/orders/later/buyers.ts'
import { deliverProducts, refundProducts } from '../../../asking/orders/later/deliveries.ts'
import {
  cancelOrder,
  lockOrder,
  type OrderBy,
  rescheduleOrder,
} from '../../../asking/orders/later/order-changes.ts'
import { mostProducts } from '../../../asking/orders/order-body.ts'
import { orderChange, orderId, storedOrder } from '../../../asking/orders/order-schemas.ts'
import { readOrder, type StoredOrder } from '../../../asking/orders/orders.ts'
import { listChangedOrders, listWholeOrders } from '../../../asking/orders/reads/changed-orders.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { instant, list, text } from '../../../foundation/http/input/fields.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { readInstant } from '../../../foundation/lib/time/instant.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { byProgram } from '../by-program.ts'
import { narrowsOnce } from '../content-schemas.ts'
import { requireMatch, withEtag } from '../etags.ts'
import { listQuery, moment, pageOf, writePlace } from '../list-query.ts'
import { post } from '../post.ts'

const query = z
  .object({
    ...listQuery(id => id.length > 0),
    email: text(2048, 1).optional().meta({ description: 'Of a buyer' }),
    received_since: moment.optional().meta({ format: 'date-time' }),
    received_until: moment.optional().meta({ format: 'date-time' }),
  })
  .check(narrowsOnce(['updated_since', 'email', 'received_since']))
  .check(narrowsOnce(['updated_since', 'email', 'received_until']))

/** GET /manage/v1/orders */
export function managedOrders({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listOrders',
      summary: 'List orders with their review requests',
      description: 'Those received last first.',
      querystring: query,
      response: { 200: pageOf(storedOrder) },
    },
    handler: async ({ apiKey: { storeId }, query: wanted }) => {
      const { limit, cursor: after, updated_since: since, email } = wanted
      const address = email === undefined ? undefined : comparableAddress(email)
      // No order is of a buyer without a usable address.
      if (email !== undefined && !address) return { data: [], next_cursor: null }
      const { received_since: from, received_until: until } = wanted
      const { result, next } = since
        ? await listChangedOrders(database, storeId, { since, after, limit })
        : await listWholeOrders(database, storeId, { address, from, until, after, limit })
      return { data: result, next_cursor: next && writePlace(next) }
    },
  })
}

/** GET /manage/v1/orders/{order_id} */
export function managedOrder({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getOrder',
      summary: 'Read an order',
      params: orderId,
      response: { 200: storedOrder },
    },
    config: { errors: ['order_unknown'] },
    handler: async ({ apiKey, params }, reply) =>
      withEtag(reply, await readOrder(database, apiKey.storeId, params.order_id)),
  })
}

/** PATCH /manage/v1/orders/{order_id} */
export function changeOneOrder({ database, clock, secrets }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateOrder',
      summary: 'Change the dates or the buyers of an order',
      description:
        'Moves the review requests that are not on their way yet. What is left out stays. A request that was sent is not sent again to a corrected address.',
      params: orderId,
      body: orderChange,
      response: { 200: storedOrder },
    },
    config: { errors: ['order_unknown', 'body_stale', 'buyer_suppressed'] },
    handler: async (request, reply) => {
      const { storeId, store } = request.apiKey
      const { order_id } = request.params
      const { customers, ...move } = request.body
      const by = byProgram(clock)
      const moved = await database.transaction(async tx => {
        await requireMatch(request, () => locked(tx, storeId, order_id))
        if (customers) await correctBuyers(tx, secrets, await readStore(tx, storeId), order_id, customers, by)
        return await rescheduleOrder(tx, storeId, order_id, store, move, by)
      })
      return withEtag(reply, moved)
    },
  })
}

/** POST /manage/v1/orders/{order_id}/cancel */
export function cancelManagedOrder(deps: Dependencies) {
  return act(deps, {
    name: 'cancelOrder',
    summary: 'Ask nobody about an order any more',
    change: (tx, store, orderId, _body, by) => cancelOrder(tx, store.store_id, orderId, by),
  })
}

/** POST /manage/v1/orders/{order_id}/send-now */
export function sendManagedOrder(deps: Dependencies) {
  return act(deps, {
    name: 'sendOrderNow',
    summary: 'Send the review request of an order at once',
    errors: [
      ...(['request_none', 'request_sent', 'request_cancelled', 'request_empty'] as const),
      ...(['buyer_suppressed', 'buyer_mailed', 'mails_limit', 'requests_paused'] as const),
    ],
    change: (tx, store, orderId, _body, by) => sendOrderNow(tx, deps.secrets, store, orderId, by),
  })
}

const product_ids = list(text(255, 1), 1, mostProducts)
  .optional()
  .meta({ description: 'Products of the order; without them, all' })

const fulfillment = z
  .strictObject({ delivered_at: instant, product_ids })
  .meta({ examples: [{ delivered_at: '2026-11-23T18:30:00.000Z', product_ids: ['P-2'] }] })

/** POST /manage/v1/orders/{order_id}/fulfillments */
export function deliverManagedOrder(deps: Dependencies) {
  return act(deps, {
    name: 'fulfillOrder',
    summary: 'Ask about products of an order after their delivery',
    body: fulfillment,
    change: (tx, store, orderId, body, by) => {
      const deliveredAt = readInstant(body.delivered_at) as number
      return deliverProducts(tx, store, orderId, { deliveredAt, productIds: body.product_ids }, by)
    },
  })
}

/** POST /manage/v1/orders/{order_id}/refunds */
export function refundManagedOrder(deps: Dependencies) {
  return act(deps, {
    name: 'refundOrder',
    summary: 'Ask nobody about products of an order that went back',
    body: z.strictObject({ product_ids }).meta({ examples: [{ product_ids: ['P-2'] }] }),
    change: (tx, store, orderId, body, by) =>
      refundProducts(tx, store, orderId, { productIds: body.product_ids }, by),
  })
}

type OrderAct<Body> = {
  name: string
  summary: string
  body?: z.ZodType<Body>
  errors?: Parameters<typeof post>[1]['errors']
  change: (tx: Connection, store: Store, orderId: string, body: Body, by: OrderBy) => Promise<StoredOrder>
}

function act<Body>(deps: Dependencies, { name, summary, body, errors = [], change }: OrderAct<Body>) {
  return post<{ order_id: string }, Body, typeof storedOrder>(deps, {
    schema: { operationId: name, summary, params: orderId, ...(body && { body }) },
    status: 200,
    answer: storedOrder,
    errors: ['order_unknown', 'body_stale', ...errors],
    handler: async (tx, request) => {
      const { storeId } = request.apiKey
      const { order_id } = request.params
      await requireMatch(request, () => locked(tx, storeId, order_id))
      const store = await readStore(tx, storeId)
      return await change(tx, store, order_id, request.body, byProgram(deps.clock))
    },
  })
}

async function locked(tx: Connection, storeId: string, orderId: string): Promise<StoredOrder> {
  await lockOrder(tx, storeId, orderId)
  return await readOrder(tx, storeId, orderId)
}
