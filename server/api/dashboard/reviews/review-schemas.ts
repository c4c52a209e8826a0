import { z } from 'zod'
import { contentMarks } from '../../../answers/moderation/marks.ts'
import { reasonNames } from '../../../answers/moderation/reasons.ts'
import { contentStates } from '../../../answers/moderation/states.ts'
import { reviewFields } from '../../../answers/reviews/shown-review.ts'

/** The reviews of the dashboard, which reads these types. */

export const shownReview = z
  .object({
    id: z.uuid(),
    product_name: z.string().nullable(),
    ...reviewFields,
    reply: z.string().nullable(),
    reply_created_at: z.date().nullable(),
    ...contentMarks,
  })
  .meta({ title: 'Review' })

export type ShownReview = z.infer<typeof shownReview>

export const reviewPage = z
  .object({ result: z.array(shownReview), next: z.string().nullable() })
  .meta({ title: 'ReviewPage' })

const reviewActions = [
  'publish',
  'reject',
  'remove',
  'restore',
  'pin',
  'unpin',
  'mark_insider',
  'unmark_insider',
] as const

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
