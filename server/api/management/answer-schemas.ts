import { z } from 'zod'
import { contentMarks } from '../../answers/moderation/marks.ts'
import { answerFields } from '../../answers/questions/shown-question.ts'
import { text } from '../../foundation/http/input/fields.ts'
import { contentFilters, narrowsOnce } from './content-schemas.ts'
import { pageOf } from './list-query.ts'

export const answer = z
  .object({ id: z.uuid(), ...answerFields, updated_at: z.date(), ...contentMarks })
  .meta({ title: 'Answer' })

export const answerPage = pageOf(answer)

const { limit, cursor, updated_since, state, reported, created_since, created_until } = contentFilters
const question_id = text(36, 1).optional().meta({ description: 'Only those to this question' })

export const answerQuery = z
  .object({
    ...{ limit, cursor, updated_since, state, question_id, reported, created_since, created_until },
  })
  .check(narrowsOnce(['question_id', 'reported']))
