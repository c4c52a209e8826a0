import { z } from 'zod'
import { contentMarks } from '../../../answers/moderation/marks.ts'
import { contentStates } from '../../../answers/moderation/states.ts'
import { answerFields } from '../../../answers/questions/shown-question.ts'

/** A shopper's answer in the dashboard, which reads these types. */
export const shownAnswer = z
  .object({ id: z.uuid(), product_name: z.string().nullable(), ...answerFields, ...contentMarks })
  .meta({ title: 'Answer' })

export type ShownAnswer = z.infer<typeof shownAnswer>

export const answerPage = z
  .object({ result: z.array(shownAnswer), next: z.string().nullable() })
  .meta({ title: 'AnswerPage' })

export const decidedAnswer = z
  .object({ id: z.uuid(), state: z.enum(contentStates) })
  .meta({ title: 'AnswerDecision' })
