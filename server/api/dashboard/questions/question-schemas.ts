import { z } from 'zod'
import { contentMarks } from '../../../answers/moderation/marks.ts'
import { reasonNames } from '../../../answers/moderation/reasons.ts'
import { contentStates } from '../../../answers/moderation/states.ts'
import { questionFields } from '../../../answers/questions/shown-question.ts'

/** The questions of the dashboard, which reads these types. */
export const shownQuestion = z
  .object({
    id: z.uuid(),
    product_name: z.string().nullable(),
    ...questionFields,
    reply: z.string().nullable(),
    reply_created_at: z.date().nullable(),
    ...contentMarks,
  })
  .meta({ title: 'Question' })

export type ShownQuestion = z.infer<typeof shownQuestion>

export const questionPage = z
  .object({ result: z.array(shownQuestion), next: z.string().nullable() })
  .meta({ title: 'QuestionPage' })

export const questionDecision = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('publish') }),
  z.strictObject({ action: z.literal('reject'), reason: z.enum(reasonNames as [string, ...string[]]) }),
])

export const decidedQuestion = z
  .object({ id: z.uuid(), state: z.enum(contentStates) })
  .meta({ title: 'QuestionDecision' })
