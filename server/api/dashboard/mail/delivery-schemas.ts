import { z } from 'zod'
import { deliveryFilters, type ShownDelivery } from '../../../asking/mail/deliveries/shown-delivery.ts'
import { readPage } from '../../../foundation/http/input/list-query.ts'
import { mailKinds } from '../../../foundation/mailings/kinds.ts'
import { ownAnswerNames } from '../../../foundation/mailings/own-answers.ts'

export const deliveryFilter = readPage
  .omit({ oldest: true })
  .extend({ state: z.enum(deliveryFilters).optional() })

/** The last answer about a mail: of the mail server, or our own, of which it is the value. */
export const mailAnswer = {
  own_answer: z.enum(ownAnswerNames).nullable(),
  last_answer: z.string().nullable(),
}

const delivery = z
  .object({
    id: z.uuid(),
    kind: z.enum(mailKinds),
    /** Null after the person was erased. */
    email: z.string().nullable(),
    name: z.string().nullable(),
    language: z.string(),
    state: z.enum(['queued', 'sent', 'kept', 'failed', 'suppressed', 'cancelled']),
    bounced_at: z.date().nullable(),
    attempts: z.number(),
    /** Set while the mail is pending. */
    next_attempt_at: z.date().nullable(),
    ...mailAnswer,
    created_at: z.date(),
    sent_at: z.date().nullable(),
  })
  .meta({ title: 'Delivery' }) satisfies z.ZodType<ShownDelivery>

export const deliveryPage = z
  .object({ result: z.array(delivery), next: z.string().nullable() })
  .meta({ title: 'DeliveryPage' })

export const deliveriesOfOne = z.object({ result: z.array(delivery) })

export const mailHealth = z
  .object({
    /** Counts mails created since this time. */
    since: z.date(),
    sent: z.number(),
    /** Never left, because no mail server was set up. */
    kept: z.number(),
    failed: z.number(),
    bounced: z.number(),
    waiting: z.number(),
    complained: z.number(),
    /** Counts stop at this number, which then means "or more". */
    most: z.number(),
    /** Null: no mail server is configured, and nothing is sent. */
    sender: z.string().nullable(),
    /** Whether Realword signs mails with DKIM; otherwise the mail server may. */
    signs: z.boolean(),
  })
  .meta({ title: 'MailHealth' })

export type MailHealth = z.infer<typeof mailHealth>
