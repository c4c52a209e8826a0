import { z } from 'zod'
import type { Dependencies } from '../dependencies.ts'
import { endpoint } from '../http/endpoint.ts'
import { instant, text, timestamp } from '../http/input/fields.ts'
import { addQuota } from '../http/limits/quota-headers.ts'
import { bodyErrors, commonErrors, errorResponses, keyErrors } from '../http/reference/api-docs.ts'
import { buyers, customer, orderedProducts, orderProduct } from './order-body.ts'
import { cancelOrder, moveOrder } from './order-changes.ts'
import { lineStates } from './order-lines.ts'
import { readOrder } from './orders.ts'

const order = z
  .strictObject({
    order_id: text(255, 1).meta({ description: "The caller's own order id, unique per store" }),
    order_date: timestamp,
    delivery_date: timestamp,
    request_review_at: instant.optional().meta({
      description: "When to ask for a review; computed from the store's settings when left out",
    }),
    products: orderedProducts,
    customers: buyers,
  })
  .meta({
    title: 'NewOrder',
    examples: [
      {
        order_id: '1001',
        order_date: '2026-11-16T14:03:00.000Z',
        delivery_date: '2026-11-20T18:30:00.000Z',
        products: [
          {
            product_id: 'P-1',
            sku: 'SKU-1',
            name: 'Moka pot, 6 cups',
            price: 149.9,
            url: 'https://shop.example/p/1',
          },
        ],
        customers: [{ name: 'Ana Martins', email: 'ana@example.com', phone: '+55 11 90000-0000' }],
      },
    ],
  })

/** POST /orders. Source: section 4.1 of the specification. */
export function createOrder({ orders }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createOrder',
      summary: 'Create an order',
      description: 'Stores the order and schedules a review request for each customer with a usable address.',
      tags: ['Orders'],
      security: [{ apiKey: [], storeId: [] }],
      body: order,
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
      const { id, quota } = await orders.create(storeId, store, request.body)
      if (quota) addQuota(reply, quota)
      return reply.status(201).send({ id })
    },
  })
}

const instantOut = z.date().meta({ type: 'string', format: 'date-time' })

const storedOrder = z
  .object({
    id: z.uuid(),
    order_id: z.string(),
    order_date: instantOut,
    delivery_date: instantOut,
    request_review_at: instantOut.nullable(),
    products: z.array(orderProduct),
    customers: z.array(customer),
    received_at: instantOut,
    lines: z
      .array(
        z.object({
          product_id: z.string(),
          state: z.enum(lineStates),
          delivered_at: instantOut.nullable(),
          is_estimated: z
            .boolean()
            .meta({ description: 'Whether the delivery is computed from the shipping' }),
          refunded_at: instantOut.nullable(),
        }),
      )
      .meta({ description: 'Products that arrive on a day of their own, or went back' }),
    requests: z
      .array(
        z.object({
          id: z.uuid(),
          email: z.string(),
          name: z.string(),
          state: z.enum(['scheduled', 'sent', 'reviewed', 'expired', 'cancelled', 'suppressed', 'failed']),
          due_at: instantOut,
          product_ids: z.array(z.string()).meta({ description: 'The products that it asks about' }),
          reason: z.string().meta({ description: 'Why then: "7 days after delivery, moved from Saturday"' }),
          mail: z
            .object({
              state: z.enum(['queued', 'sent', 'failed', 'suppressed', 'cancelled']),
              attempts: z.int(),
              sent_at: instantOut.nullable(),
              last_answer: z.string().nullable().meta({ description: 'What the mail server said last' }),
              reminders: z.int(),
            })
            .nullable(),
        }),
      )
      .meta({ description: 'One for each address that is asked, and for each part that arrives by itself' }),
    no_request: z.string().nullable().meta({ description: 'Why nobody is asked; null when somebody is' }),
  })
  .meta({ title: 'Order' })

const orderId = z.object({
  order_id: text(255, 1).meta({ description: "The caller's own order id, percent-encoded" }),
})

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
        'Nobody is asked for a review of it any more, nor reminded: send this for a return. Again changes nothing.',
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

const orderMove = z
  .strictObject({ delivery_date: timestamp.optional(), request_review_at: instant.optional() })
  .meta({ examples: [{ delivery_date: '2026-11-23T18:30:00.000Z' }] })

/** PATCH /orders/{order_id} */
export function moveOneOrder({ database, clock }: Dependencies) {
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
      return await database.transaction(tx => moveOrder(tx, storeId, order_id, store, move, by))
    },
  })
}
