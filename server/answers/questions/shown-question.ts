import { z } from 'zod'
import { contentStates } from '../moderation/states.ts'

/** The fields of a question that members and programs see alike. */
export const questionFields = {
  product_id: z.string(),
  body: z.string(),
  display_name: z.string(),
  email: z.string().nullable(),
  state: z.enum(contentStates),
  moderation_reason: z.string().nullable(),
  language: z.string(),
  created_at: z.date(),
  published_at: z.date().nullable(),
}

/** The same of a shopper's answer to a question. */
export const answerFields = {
  question_id: z.string(),
  question: z.string().meta({ description: 'The text of the question' }),
  product_id: z.string(),
  body: z.string(),
  display_name: z.string(),
  email: z.string().nullable(),
  verified_purchase: z
    .boolean()
    .meta({ description: 'Whether the confirmed address has an order of the store with the product' }),
  state: z.enum(contentStates),
  moderation_reason: z.string().nullable(),
  language: z.string(),
  created_at: z.date(),
  published_at: z.date().nullable(),
}
