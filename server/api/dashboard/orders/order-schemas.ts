import { z } from 'zod'
import { contentStates } from '../../../answers/moderation/states.ts'
import { lineStates } from '../../../asking/orders/later/order-lines.ts'
import { mostProducts } from '../../../asking/orders/order-body.ts'
import { reason } from '../../../asking/requests/reasons.ts'
import { requestStates } from '../../../asking/requests/requests.ts'
import { list, text } from '../../../foundation/http/input/fields.ts'
import { mailAnswer } from '../mail/delivery-schemas.ts'

/** The orders of the dashboard, which reads these types. */

const mail = z.object({
  /** `kept`: it never left, because no mail server was set up. */
  state: z.enum(['queued', 'sent', 'kept', 'failed', 'suppressed', 'cancelled']),
  attempts: z.number(),
  sent_at: z.date().nullable(),
  ...mailAnswer,
  reminders: z.number(),
})

const request = z.object({
  id: z.uuid(),
  /** Empty after the person was erased. */
  email: z.string(),
  name: z.string(),
  state: z.enum(requestStates),
  due_at: z.date(),
  /** Why then, and what became of it. */
  reasons: z.array(reason),
  /** Null until its mail is created. */
  mail: mail.nullable(),
})

const listedOrder = z
  .object({
    order_id: z.string(),
    /** A member ordered it with `sendTestOrder`. */
    is_test: z.boolean(),
    order_date: z.date(),
    delivery_date: z.date(),
    received_at: z.date(),
    /** The first product's name, and the number of products. */
    product_name: z.string(),
    products: z.number(),
    /** The first customer's name. */
    customer_name: z.string(),
    /** How many products wait for their delivery. */
    waiting: z.number(),
    /** Why nobody is asked; null if there are requests. */
    no_request: z.string().nullable(),
    requests: z.array(request),
  })
  .meta({ title: 'ListedOrder' })

export type ListedOrder = z.infer<typeof listedOrder>

export const orderPage = z
  .object({ result: z.array(listedOrder), next: z.string().nullable() })
  .meta({ title: 'OrderPage' })

/** One mail about the order. */
const mailEntry = mail.omit({ reminders: true }).extend({
  id: z.uuid(),
  kind: z.enum(['request', 'reminder']),
  created_at: z.date(),
  /** The latest time of the next attempt, while the mail is pending. */
  next_attempt_at: z.date().nullable(),
  /** When a reminder is due, unless a product is reviewed before. */
  remind_at: z.date().nullable(),
})

export const orderDetails = z
  .object({
    order_id: z.string(),
    is_test: z.boolean(),
    id: z.uuid(),
    order_date: z.date(),
    delivery_date: z.date(),
    received_at: z.date(),
    /** The requested date, if the order has one. */
    request_review_at: z.date().nullable(),
    products: z.array(
      z.object({
        product_id: z.string(),
        sku: z.string(),
        name: z.string(),
        price: z.number(),
        url: z.string(),
        picture: z.string().nullable(),
        /** `waiting` for its delivery, or `returned`. Null: it was delivered with its order. */
        state: z.enum(lineStates).nullable(),
        delivered_at: z.date().nullable(),
        is_estimated: z.boolean(),
        refunded_at: z.date().nullable(),
      }),
    ),
    customers: z.array(z.object({ name: z.string(), email: z.string() })),
    /** Why no buyer will be asked; null if one will be. */
    no_request: z.string().nullable(),
    requests: z.array(
      request.omit({ mail: true }).extend({
        product_ids: z.array(z.string()),
        /** Why this address gets no mail from the store; null if it does. */
        suppressed: z.enum(['unsubscribed', 'bounced', 'complained', 'erased', 'blocked']).nullable(),
        /** The request and its reminders, oldest first; empty before the first mail. */
        mails: z.array(mailEntry),
        /** The other orders in the same mail. */
        shared_with: z.array(z.string()),
      }),
    ),
    reviews: z.array(
      z.object({
        id: z.uuid(),
        product_id: z.string(),
        product_name: z.string(),
        display_name: z.string(),
        rating: z.number(),
        state: z.enum(contentStates),
        created_at: z.date(),
      }),
    ),
    history: z.array(
      z.object({ at: z.date(), who: z.string(), action: z.string(), fields: z.array(z.string()) }),
    ),
  })
  .meta({ title: 'Order' })

export type OrderDetails = z.infer<typeof orderDetails>

/** The shop's own id, which may contain any character, so it is never part of a path. */
export const orderId = text(255, 1)

export const orderAct = z.strictObject({ order_id: orderId })

/** Absent ids: all products of the order. */
const productIds = list(text(255, 1), 1, mostProducts).optional()

export const orderRefund = z.strictObject({ order_id: orderId, product_ids: productIds })

/** A day in the store's time zone, `YYYY-MM-DD`. */
export const orderDelivery = orderRefund.extend({ date: z.string().max(10) })

/** A day in the store's time zone, `YYYY-MM-DD`. */
export const orderMove = z.strictObject({ order_id: orderId, date: z.string().max(10) })

export const requestPreview = z
  .object({
    /** The store's name and our sending address. */
    from: z.object({ name: z.string(), email: z.string() }),
    reply_to: z.string().nullable(),
    to: z.object({ name: z.string(), email: z.string() }),
    subject: z.string(),
    preheader: z.string(),
    html: z.string(),
    text: z.string(),
  })
  .meta({ title: 'RequestPreview' })

export type RequestPreview = z.infer<typeof requestPreview>
