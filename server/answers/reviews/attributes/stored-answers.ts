import { z } from 'zod'
import { text } from '../../../foundation/http/input/fields.ts'
import { isAttributeId, mostOptions } from '../../../tenants/stores/settings/attribute-rules.ts'
import { longestText } from './answers.ts'

const id = z.string().refine(isAttributeId)

// A review keeps the answers to questions that the store has removed.
const mostAnswers = 100

/** The answers of an archived review, whose archive anybody may have written. */
export const storedAnswers = z
  .record(
    id,
    z.union([
      z.int().min(1).max(5),
      id,
      z.array(id).min(1).max(mostOptions),
      z.strictObject({ text: text(longestText, 1) }),
    ]),
  )
  .refine(answers => Object.keys(answers).length <= mostAnswers)
