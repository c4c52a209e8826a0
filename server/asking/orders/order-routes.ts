import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { addQuota } from '../../foundation/http/limits/quota-headers.ts'
import {
  bodyErrors,
  commonErrors,
  errorResponses,
  keyErrors,
} from '../../foundation/http/reference/api-docs.ts'
import { cancelOrder, rescheduleOrder } from './later/order-changes.ts'
import { newOrder, orderId, orderMove, storedOrder } from './order-schemas.ts'
import { readOrder } from './orders.ts'

/** POST /orders. Source: section 4.1 of the specification. */
export function createOrder({ orders }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createOrder',
      summary: 'Create an order',
      description: 'Stores the order and schedules a review request for each customer with a usable address.',
      tags: ['Orders'],
      security: [{ apiKey: [], storeId: [] }],
      body: newOrder,
      response: {
        201: z.object({ id: z.uuid() }).meta({ description: 'Stored: the order is on disk' }),
        ...errorResponses([
          ...keyErrors,
          ...bodyErrors,
          'order_duplicate',
          'order_limit',
          'orders_often',
          ...commonErrors,
        ]),
      },
    },
    handler: async (request, reply) => {
      const { storeId, store } = request.apiKey
      const { id, quota } = await orders.create(storeId, store, request.body, { isOldAsked: true })
      if (quota) addQuota(reply, quota)
      return reply.status(201).send({ id })
    },
  })
}

/** GET /orders/{order_id} */
export function showOrder({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getOrder',
      summary: 'Read an order',
      description: 'The order as it was sent, with the state of its review requests and why.',
      tags: ['Orders'],
      security: [{ apiKey: [], storeId: [] }],
      params: orderId,
      response: { 200: storedOrder, ...errorResponses([...keyErrors, 'order_unknown', ...commonErrors]) },
    },
    handler: async request => {
      const { order_id } = request.params
      return await readOrder(database, request.apiKey.storeId, order_id)
    },
  })
}

/** POST /orders/{order_id}/cancel */
export function cancelOneOrder({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'cancelOrder',
      summary: 'Cancel the requests of an order',
      description:
        'Nobody is asked for a review of it any more, nor reminded: send this for a return. Repeating it changes nothing.',
      tags: ['Orders'],
      security: [{ apiKey: [], storeId: [] }],
      params: orderId,
      response: { 200: storedOrder, ...errorResponses([...keyErrors, 'order_unknown', ...commonErrors]) },
    },
    handler: async request => {
      const { order_id } = request.params
      const by = { at: new Date(clock()), actor: 'api' } as const
      return await database.transaction(tx => cancelOrder(tx, request.apiKey.storeId, order_id, by))
    },
  })
}

/** PATCH /orders/{order_id} */
export function rescheduleOneOrder({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateOrder',
      summary: 'Change the dates of an order',
      description: 'Moves the review requests that are not on their way yet; what is left out stays.',
      tags: ['Orders'],
      security: [{ apiKey: [], storeId: [] }],
      params: orderId,
      body: orderMove,
      response: {
        200: storedOrder,
        ...errorResponses([...keyErrors, ...bodyErrors, 'order_unknown', ...commonErrors]),
      },
    },
    handler: async request => {
      const { order_id } = request.params
      const { storeId, store } = request.apiKey
      const by = { at: new Date(clock()), actor: 'api' } as const
      const move = request.body
      return await database.transaction(tx => rescheduleOrder(tx, storeId, order_id, store, move, by))
    },
  })
}
