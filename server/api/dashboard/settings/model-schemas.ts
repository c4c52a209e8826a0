import { z } from 'zod'

export const shownModel = z
  .object({
    /** lost: it is of another server, or of a SECRET that is not set. */
    key: z.enum(['none', 'set', 'lost']),
    /** The calendar month (UTC), as its first day. */
    month: z.string(),
    calls: z.number(),
    tokens_in: z.number(),
    tokens_out: z.number(),
    /** In the currency of the prices. */
    spent: z.number(),
    /** Why the newest question failed; null: it did not. */
    failure: z.string().nullable(),
    failed_at: z.date().nullable(),
  })
  .meta({ title: 'LanguageModel' })

export type ShownModel = z.infer<typeof shownModel>

export const tried = z
  .object({
    /** What the model wrote; null: it failed. */
    text: z.string().nullable(),
    problem: z.string().nullable(),
  })
  .meta({ title: 'LanguageModelTrial' })
