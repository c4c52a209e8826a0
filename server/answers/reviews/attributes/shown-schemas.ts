import { z } from 'zod'

const type = z.enum(['scale', 'rating', 'choice', 'choices', 'text'])
const value = z.union([z.number(), z.string()])

/** An answer as visitors see it. */
export const shownAnswer = z
  .object({
    ...{ id: z.string(), type, label: z.string() },
    value: z.union([value, z.array(z.string())]),
    value_label: z
      .string()
      .meta({ description: 'The value in words; of a scale without a label, the number' }),
  })
  .meta({ title: 'Answer' })

/** The answers to one question as visitors see them. */
export const shownAnswers = z
  .object({
    ...{ id: z.string(), type, label: z.string() },
    count: z.int().min(0).meta({ description: 'The reviews that answer it' }),
    average: z
      .number()
      .optional()
      .meta({ description: 'Of a scale or rating: 1 to 5, at most two decimals' }),
    distribution: z
      .array(z.object({ value, label: z.string(), count: z.int().min(0) }))
      .meta({ description: 'Empty for texts' }),
  })
  .meta({ title: 'AnswerSummary' })
