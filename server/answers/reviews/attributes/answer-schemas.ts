import { z } from 'zod'
import { mostAttributes } from '../../../tenants/stores/settings/attribute-rules.ts'

const answer = z.union([z.number(), z.string(), z.array(z.string())])

/** What members and programs see of a review's answers, to questions that are not public and to removed ones too. */
export const shownAnswers = z
  .record(z.string(), answer)
  .meta({ description: "Answers to the store's own questions, by their ids" })

/** Answers as programs send them; `readAnswers` compares them with the questions. */
export const sentAnswers = z
  .record(z.string(), z.unknown())
  .check(({ value, issues }) => {
    if (Object.keys(value).length <= mostAttributes) return
    issues.push({ code: 'too_big', origin: 'array', maximum: mostAttributes, inclusive: true, input: value })
  })
  .default({})
