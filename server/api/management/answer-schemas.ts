import { z } from 'zod'
import { flag } from '../../answers/moderation/flag-schema.ts'
import { answerFields } from '../../answers/questions/shown-question.ts'
import { text } from '../../foundation/http/input/fields.ts'
import { contentFilters } from './content-schemas.ts'
import { pageOf } from './list-query.ts'

export const answer = z
  .object({ id: z.uuid(), ...answerFields, updated_at: z.date(), flags: z.array(flag) })
  .meta({ title: 'Answer' })

export const answerPage = pageOf(answer)

const { limit, cursor, updated_since, state, created_since, created_until } = contentFilters
const question_id = text(36, 1).optional().meta({ description: 'Only those to this question' })

export const answerQuery = z.object({
  ...{ limit, cursor, updated_since, state, question_id, created_since, created_until },
})
