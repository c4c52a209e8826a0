import { z } from 'zod'
import { readPage } from '../../http/input/list-query.ts'
import { mailKinds } from '../../mailings/kinds.ts'

/** `bounced`: taken by the mail server and come back, or refused for good. `withheld`: not sent after all. */
export const deliveryFilters = ['sent', 'waiting', 'failed', 'bounced', 'withheld'] as const

export const deliveryFilter = readPage
  .omit({ oldest: true })
  .extend({ state: z.enum(deliveryFilters).optional() })

export const delivery = z.object({
  id: z.uuid(),
  kind: z.enum(mailKinds),
  /** Null once the person is erased. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  language: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'suppressed', 'cancelled']),
  bounced_at: z.date().nullable(),
  attempts: z.number(),
  /** While it waits. */
  next_attempt_at: z.date().nullable(),
  /** What the mail server said last, or why nothing was sent. */
  last_answer: z.string().nullable(),
  created_at: z.date(),
  sent_at: z.date().nullable(),
})

export const deliveryPage = z.object({ result: z.array(delivery), next: z.string().nullable() })

export const deliveriesOfOne = z.object({ result: z.array(delivery) })

export const mailHealth = z.object({
  /** Of mails made since. */
  since: z.date(),
  sent: z.number(),
  failed: z.number(),
  bounced: z.number(),
  waiting: z.number(),
  complained: z.number(),
  /** No number is higher: it stands for itself and more. */
  most: z.number(),
  /** Null: no mail server is set, and nothing leaves. */
  sender: z.string().nullable(),
  /** Whether we sign mails; otherwise the mail server may. */
  signs: z.boolean(),
})

export type ShownDelivery = z.infer<typeof delivery>
export type DeliveryFilter = (typeof deliveryFilters)[number]
export type MailHealth = z.infer<typeof mailHealth>
