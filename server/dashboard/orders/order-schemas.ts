import { z } from 'zod'
import { text } from '../../http/input/fields.ts'
import { contentStates } from '../../moderation/states.ts'
import { requestStates } from '../../requests/requests.ts'

/** What the dashboard sees of orders; it reads the types. */

const mail = z.object({
  state: z.enum(['queued', 'sent', 'failed', 'suppressed', 'cancelled']),
  attempts: z.number(),
  sent_at: z.date().nullable(),
  /** What the mail server said last. */
  last_answer: z.string().nullable(),
  reminders: z.number(),
})

const request = z.object({
  id: z.uuid(),
  /** Empty once the person is erased. */
  email: z.string(),
  name: z.string(),
  state: z.enum(requestStates),
  due_at: z.date(),
  reason: z.string(),
  /** Null until it is gathered into one. */
  mail: mail.nullable(),
})

const listedOrder = z.object({
  order_id: z.string(),
  order_date: z.date(),
  delivery_date: z.date(),
  received_at: z.date(),
  /** Of the first product, and how many there are. */
  product_name: z.string(),
  products: z.number(),
  /** Of the first customer. */
  customer_name: z.string(),
  requests: z.array(request),
})

export type ListedOrder = z.infer<typeof listedOrder>

export const orderPage = z.object({ result: z.array(listedOrder), next: z.string().nullable() })

/** An entry of the log of mails. */
const mailEntry = mail.omit({ reminders: true }).extend({
  id: z.uuid(),
  kind: z.enum(['request', 'reminder']),
  created_at: z.date(),
  /** While it waits: when it is tried again at the latest. */
  next_attempt_at: z.date().nullable(),
  /** When a reminder follows, unless something is reviewed before. */
  remind_at: z.date().nullable(),
})

export const orderDetails = z.object({
  order_id: z.string(),
  id: z.uuid(),
  order_date: z.date(),
  delivery_date: z.date(),
  received_at: z.date(),
  /** The date given for the request, when one was. */
  request_review_at: z.date().nullable(),
  products: z.array(
    z.object({
      product_id: z.string(),
      sku: z.string(),
      name: z.string(),
      price: z.number(),
      url: z.string(),
      picture: z.string().nullable(),
    }),
  ),
  customers: z.array(z.object({ name: z.string(), email: z.string() })),
  requests: z.array(
    request.omit({ mail: true }).extend({
      /** Why this address gets no mail of the store; null when it may. */
      suppressed: z.enum(['unsubscribed', 'bounced', 'complained', 'erased', 'blocked']).nullable(),
      /** The mail that asked and its reminders, the first one first; empty until one was made. */
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

export type OrderDetails = z.infer<typeof orderDetails>

/** The shop's own id, whatever signs it has: so it is never part of a path. */
export const orderId = text(255, 1)

export const orderAct = z.strictObject({ order_id: orderId })

/** A day in the store's time zone, `YYYY-MM-DD`. */
export const orderMove = z.strictObject({ order_id: orderId, date: z.string().max(10) })

export const requestPreview = z.object({
  /** The store's name and our address. */
  from: z.object({ name: z.string(), email: z.string() }),
  reply_to: z.string().nullable(),
  to: z.object({ name: z.string(), email: z.string() }),
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
})

export type RequestPreview = z.infer<typeof requestPreview>
