import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { z } from 'zod'
import { sendOrderNow } from '../../../asking/dispatch/send-now.ts'
import { orderAsTest } from '../../../asking/dispatch/test-order.ts'
import { previewAsking } from '../../../asking/mail/composing/request-preview.ts'
import { senderOf } from '../../../asking/mail/delivering/post.ts'
import { deliverOnDay, refundProducts } from '../../../asking/orders/later/deliveries.ts'
import {
  cancelOrder,
  type OrderBy,
  rescheduleOrderToDay,
} from '../../../asking/orders/later/order-changes.ts'
import type { StoredOrder } from '../../../asking/orders/orders.ts'
import {
  listOrders,
  type OrderFilter,
  type OrderInList,
  readOrderCursor,
} from '../../../asking/orders/reads/list-orders.ts'
import { isTestOrder } from '../../../asking/orders/test-orders.ts'
import { listRequests, requestStates } from '../../../asking/requests/requests.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { listChanges } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { type StorePath, storePath } from '../../../foundation/http/input/paths.ts'
import { pageLimit } from '../../../foundation/http/input/read-query.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { boundsOf, isDate } from '../../../foundation/lib/time/days.ts'
import { byOf, nameActors } from '../../../tenants/accounts/actors.ts'
import { storeItself } from '../../../tenants/products/store-itself.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { askedNow, readOrderDetails, sharing } from './order-details.ts'
import {
  orderAct,
  orderDelivery,
  orderDetails,
  orderId,
  orderMove,
  orderPage,
  orderRefund,
  requestPreview,
} from './order-schemas.ts'

const filter = z
  .object({
    limit: pageLimit(30),
    after: z
      .string()
      .transform((cursor, context) => {
        const place = readOrderCursor(cursor)
        if (!place) context.addIssue({ code: 'custom', message: 'format' })
        return place
      })
      .optional(),
    /** The beginning of an order's id. */
    order_id: orderId.optional(),
    /** A buyer's email address. */
    email: z.string().max(2048).optional(),
    state: z.enum(requestStates).optional(),
    /** A day in the store's time zone, `YYYY-MM-DD`. */
    due: z.string().refine(isDate, { message: 'date', abort: true }).optional(),
  })
  .check(({ value, issues }) => {
    // No index supports two of these filters together.
    const kinds = [value.order_id, value.email, value.state ?? value.due]
    if (kinds.filter(kind => kind !== undefined).length <= 1) return
    const params = { values: ['order_id', 'email, state, due'] }
    issues.push({ code: 'custom', message: 'not_both', params, path: ['order_id'], input: value })
  })

/** GET /admin/api/stores/{store_id}/orders: a page of orders, sorted as `OrderFilter` says. */
export function ordersOfStore({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listOrders',
      summary: 'Orders with their review requests',
      params: storePath,
      querystring: filter,
      response: { 200: orderPage },
    },
    handler: async ({ params, query }) => {
      const { storeId } = params
      const { limit, after, ...wanted } = query
      const found = await filterOf(database, storeId, wanted)
      if (found === 'nothing') return { result: [], next: null }
      const { result, next } = await listOrders(database, storeId, found, { limit, after })
      return { result: result.map(displayedOrder), next }
    },
  })
}

function displayedOrder({ requests, ...order }: OrderInList) {
  return {
    ...order,
    is_test: isTestOrder(order.order_id),
    requests: requests.map(({ part: _, left_out: __, ...request }) => request),
  }
}

async function filterOf(
  db: Connection,
  storeId: string,
  { order_id, email, state, due }: Omit<z.infer<typeof filter>, 'limit' | 'after'>,
): Promise<OrderFilter | 'nothing'> {
  if (order_id !== undefined) return { idBegins: order_id }
  if (email !== undefined) {
    const address = comparableAddress(email)
    return address ? { address } : 'nothing'
  }
  if (due === undefined) return state && { due: { state } }
  return { due: { state, day: boundsOf(due, await readStore(db, storeId)) } }
}

const oneOrder = z.object({ order_id: orderId })

/** GET /admin/api/stores/{store_id}/orders/detail */
export function orderInDetail({ database, clock, secrets }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getOrder',
      summary: 'An order, its requests and mails, why then, and what came of them',
      params: storePath,
      querystring: oneOrder,
      response: { 200: orderDetails },
    },
    handler: async ({ params, query }) => {
      const store = await readStore(database, params.storeId)
      return await detailsOf(database, secrets, store, query.order_id, clock())
    },
  })
}

const onePreview = z.object({ order_id: orderId, request_id: z.uuid() })

/** GET /admin/api/stores/{store_id}/orders/preview: the email of a request as it would be composed now. */
export function previewRequest({ database, clock, config, publicUrl, notices }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'previewRequest',
      summary: "The mail of a request as it would be written now; its links don't work",
      params: storePath,
      querystring: onePreview,
      response: { 200: requestPreview },
    },
    handler: async ({ params, query }) => {
      const store = await readStore(database, params.storeId)
      const { order_id, request_id } = query
      const requests = await listRequests(database, store.store_id, order_id)
      const request = requests.find(({ id }) => id === request_id)
      if (!request) throw new ApiError('order_unknown')
      const shared = await sharing(database, store, order_id, request)
      const parts = await askedNow(database, store, request, shared, clock())
      const about = { name: request.name, email: request.email, parts }
      const mail = await previewAsking(database, notices, store, about, publicUrl())
      return {
        ...mail,
        from: { name: store.name, email: senderOf(config).address },
        reply_to: store.contact_email,
        to: { name: request.name, email: request.email },
      }
    },
  })
}

/** POST /admin/api/stores/{store_id}/orders/move: moves the requests to the sending time of a day. */
export function rescheduleOrderByHand(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'moveOrder',
      summary: 'Move the pending requests of an order to another day',
      params: storePath,
      body: orderMove,
      response: { 200: orderDetails },
    },
    handler: act(dependencies, (tx, store, body: z.infer<typeof orderMove>, by) =>
      rescheduleOrderToDay(tx, store, body.order_id, body.date, by),
    ),
  })
}

/** POST /admin/api/stores/{store_id}/orders/cancel */
export function cancelOrderByHand(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'cancelOrder',
      summary: 'Ask nobody about an order any more',
      params: storePath,
      body: orderAct,
      response: { 200: orderDetails },
    },
    handler: act(dependencies, (tx, store, body: z.infer<typeof orderAct>, by) =>
      cancelOrder(tx, store.store_id, body.order_id, by),
    ),
  })
}

/** POST /admin/api/stores/{store_id}/orders/deliver */
export function deliverOrderByHand(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'deliverOrder',
      summary: 'Ask about products of an order after the day of their delivery',
      params: storePath,
      body: orderDelivery,
      response: { 200: orderDetails },
    },
    handler: act(dependencies, (tx, store, body: z.infer<typeof orderDelivery>, by) =>
      deliverOnDay(tx, store, body.order_id, { date: body.date, productIds: body.product_ids }, by),
    ),
  })
}

/** POST /admin/api/stores/{store_id}/orders/refund */
export function refundOrderByHand(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'refundOrder',
      summary: 'Ask nobody about products of an order that went back',
      params: storePath,
      body: orderRefund,
      response: { 200: orderDetails },
    },
    handler: act(dependencies, (tx, store, body: z.infer<typeof orderRefund>, by) =>
      refundProducts(tx, store, body.order_id, { productIds: body.product_ids }, by),
    ),
  })
}

/** POST /admin/api/stores/{store_id}/orders/send-now */
export function sendOrderByHand(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'sendOrder',
      summary: 'Mail the pending requests of an order at once',
      params: storePath,
      body: orderAct,
      response: { 200: orderDetails },
    },
    handler: act(dependencies, (tx, store, body: z.infer<typeof orderAct>, by) =>
      sendOrderNow(tx, dependencies.secrets, store, body.order_id, by),
    ),
  })
}

/** POST /admin/api/stores/{store_id}/orders/test: an order to the requesting user, who is asked at once. */
export function sendTestOrder({ database, clock, secrets, orders }: Dependencies) {
  // Each holds a connection while it uses others: as many as there are would wait for each other.
  const oneAtATime = pLimit(1)
  return endpoint({
    schema: {
      operationId: 'sendTestOrder',
      summary: 'Order a product to your own address, and be asked for a review at once',
      params: storePath,
      body: z.strictObject({}),
      response: { 201: orderDetails },
    },
    handler: async ({ params, user }, reply) => {
      const store = await readStore(database, params.storeId)
      const options = { database, orders, secrets, store, by: byOf(user, clock) }
      const orderId = await oneAtATime(() => orderAsTest(options, user))
      return reply.status(201).send(await detailsOf(database, secrets, store, orderId, clock()))
    },
  })
}

/** Changes an order in its own transaction, and returns it as it is afterwards. */
function act<Body extends { order_id: string }>(
  { database, clock, secrets }: Dependencies,
  change: (tx: Connection, store: Store, body: Body, by: OrderBy) => Promise<StoredOrder>,
) {
  return async ({ params, body, user }: Pick<FastifyRequest, 'user'> & { params: StorePath; body: Body }) => {
    const store = await readStore(database, params.storeId)
    const by = byOf(user, clock)
    await database.transaction(tx => change(tx, store, body, by))
    return await detailsOf(database, secrets, store, body.order_id, clock())
  }
}

async function detailsOf(
  db: Connection,
  secrets: Secrets,
  store: Store,
  wanted: string,
  now: number,
): Promise<z.infer<typeof orderDetails>> {
  const { products, reviews, ...order } = await readOrderDetails(db, secrets, store, wanted, now)
  const names = new Map(products.map(({ product_id, name }) => [product_id, name]))
  return {
    ...order,
    is_test: isTestOrder(order.order_id),
    products: products.map(({ pictures, ...product }) => ({ ...product, picture: pictures?.[0] ?? null })),
    reviews: reviews.map(review => ({
      ...review,
      product_name:
        review.product_id === storeItself ? store.name : (names.get(review.product_id) ?? review.product_id),
    })),
    history: await nameActors(db, await listChanges(db, store.store_id, 'order', wanted)),
  }
}
