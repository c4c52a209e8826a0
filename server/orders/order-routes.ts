import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodyErrors, commonErrors, errorResponses, keyErrors } from '../http/api-docs.ts'
import { instant, list, price, text, timestamp } from '../http/fields.ts'
import type { Orders } from './orders.ts'

const orderProduct = z.strictObject({
  product_id: text(255, 1).meta({ description: "The caller's product id" }),
  sku: text(255),
  name: text(2048),
  price,
  url: text(2048),
  pictures: list(text(2048), 0, 50).optional().meta({ description: 'Addresses of images' }),
  gtin: text(255).optional(),
  mpn: text(255).optional(),
})

const customer = z.strictObject({
  name: text(2048),
  email: text(2048).meta({
    description: 'Any text is taken; a review is requested only where it is one usable address',
  }),
  phone: text(2048),
  origin: text(2048)
    .optional()
    .meta({ description: 'Where the customer came from, such as a website or an app' }),
})

const order = z
  .strictObject({
    order_id: text(255, 1).meta({ description: "The caller's own order id, unique per store" }),
    order_date: timestamp,
    delivery_date: timestamp,
    request_review_at: instant.optional().meta({
      description: "When to ask for a review; computed from the store's settings when left out",
    }),
    products: list(orderProduct, 1, 500),
    customers: list(customer, 1, 10),
  })
  .meta({
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
export function createOrder(orders: Orders) {
  return {
    schema: {
      summary: 'Create an order',
      description: 'Stores the order and schedules a review request for each customer with a usable address.',
      tags: ['Orders'],
      security: [{ apiKey: [], storeId: [] }],
      body: order,
      response: {
        201: z.object({ id: z.uuid() }).meta({ description: 'Stored: the order is on disk' }),
        ...errorResponses([...keyErrors, ...bodyErrors, 'order_duplicate', 'order_limit', ...commonErrors]),
      },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { storeId, store } = request.apiKey
      const created = await orders.create(storeId, store, request.body as z.infer<typeof order>)
      return reply.status(201).send(created)
    },
  }
}
