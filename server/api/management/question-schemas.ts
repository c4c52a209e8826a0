import { z } from 'zod'
import { contentMarks } from '../../answers/moderation/marks.ts'
import { questionFields } from '../../answers/questions/shown-question.ts'
import { contentFilters, external, narrowing, narrowsOnce, reply } from './content-schemas.ts'
import { pageOf } from './list-query.ts'

export const question = z
  .object({
    id: z.uuid(),
    external_id: z.string().nullable(),
    ...questionFields,
    updated_at: z.date(),
    answer: reply,
    ...contentMarks,
  })
  .meta({ title: 'Question' })

export const questionPage = pageOf(question)

export const questionQuery = z.object(contentFilters).check(narrowsOnce(narrowing))

export const newQuestion = z.strictObject(external).meta({
  title: 'NewQuestion',
  examples: [
    {
      external_id: 'chat-2001',
      product_id: 'P-1',
      body: 'Does it work on induction?',
      display_name: 'Rui',
    },
  ],
})
