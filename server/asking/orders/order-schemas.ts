import { z } from 'zod'
import { instant, text, timestamp } from '../../foundation/http/input/fields.ts'
import { lineStates } from './later/order-lines.ts'
import {
  buyers,
  orderedProducts,
  storedBuyers,
  storedCustomer,
  storedProduct,
  storedProducts,
} from './order-body.ts'

export const newOrder = z
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

/** The same where each buyer may name a language and a country, and each product tags. */
export const batchedOrder = newOrder.extend({ products: storedProducts, customers: storedBuyers })

const instantOut = z.date().meta({ type: 'string', format: 'date-time' })

export const storedOrder = z
  .object({
    id: z.uuid(),
    order_id: z.string(),
    order_date: instantOut,
    delivery_date: instantOut,
    request_review_at: instantOut.nullable(),
    products: z.array(storedProduct),
    customers: z.array(storedCustomer),
    received_at: instantOut,
    updated_at: instantOut.meta({
      description: 'When it, its dates or its products were changed; not its emails',
    }),
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

export const orderId = z.object({
  order_id: text(255, 1).meta({ description: "The caller's own order id, percent-encoded" }),
})

export const orderMove = z
  .strictObject({ delivery_date: timestamp.optional(), request_review_at: instant.optional() })
  .meta({ examples: [{ delivery_date: '2026-11-23T18:30:00.000Z' }] })

export const orderChange = orderMove
  .extend({
    customers: storedBuyers.optional().meta({
      description:
        'All buyers of the order. Requests that are not sent yet follow a buyer to a corrected address; those of buyers who are left out are cancelled',
    }),
  })
  .meta({
    title: 'OrderChange',
    examples: [
      { delivery_date: '2026-11-23T18:30:00.000Z' },
      { customers: [{ name: 'Ana Martins', email: 'ana@example.com', phone: '' }] },
    ],
  })
