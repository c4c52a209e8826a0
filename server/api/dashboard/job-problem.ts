import { z } from 'zod'
import { type MessageName, messageNames } from '../../foundation/errors/file-errors.ts'

const sentences = Object.fromEntries(Object.values(messageNames).map(name => [name, z.string()])) as Record<
  MessageName,
  z.ZodString
>

/** Why an import or export failed, and what to do. */
export const jobProblem = z.object({
  what: z.string(),
  mend: z.string(),
  /** The same in the languages of the dashboard. Missing in rows of older releases. */
  user_message: z.object(sentences).optional(),
})
