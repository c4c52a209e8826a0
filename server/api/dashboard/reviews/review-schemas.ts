import { z } from 'zod'
import { flag } from '../../../answers/moderation/flag-schema.ts'
import { reasonNames } from '../../../answers/moderation/reasons.ts'
import { contentStates } from '../../../answers/moderation/states.ts'
import { reportReasons } from '../../../answers/reviews/reports.ts'

/** The reviews of the dashboard, which reads these types. */

export const shownReview = z
  .object({
    id: z.uuid(),
    product_id: z.string(),
    product_name: z.string().nullable(),
    rating: z.number(),
    title: z.string(),
    body: z.string(),
    display_name: z.string(),
    email: z.string().nullable(),
    recommended: z.boolean().nullable(),
    verified_purchase: z.boolean(),
    pictures: z.array(z.string()),
    state: z.enum(contentStates),
    moderation_reason: z.string().nullable(),
    votes: z.number(),
    language: z.string(),
    order_id: z.string().nullable(),
    purchased_at: z.date().nullable(),
    created_at: z.date(),
    published_at: z.date().nullable(),
    reply: z.string().nullable(),
    reply_created_at: z.date().nullable(),
    flags: z.array(flag),
    reports: z.array(z.object({ reason: z.enum(reportReasons), text: z.string(), at: z.coerce.date() })),
  })
  .meta({ title: 'Review' })

export type ShownReview = z.infer<typeof shownReview>

export const reviewPage = z
  .object({ result: z.array(shownReview), next: z.string().nullable() })
  .meta({ title: 'ReviewPage' })

const reviewActions = ['publish', 'reject', 'remove', 'restore'] as const

export const decisions = z.strictObject({
  action: z.enum(reviewActions),
  /** Required to reject and remove. */
  reason: z.enum(reasonNames as [string, ...string[]]).optional(),
  ids: z.array(z.uuid()).min(1).max(100),
})

export const decided = z
  .object({
    result: z.array(z.object({ id: z.uuid(), state: z.enum(contentStates) })),
    /** Those that could not be decided, with their error code. */
    refused: z.array(z.object({ id: z.uuid(), error_code: z.number(), message: z.string() })),
  })
  .meta({ title: 'ReviewDecisions' })
