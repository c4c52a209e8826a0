import { z } from 'zod'

/** Why an import or export failed, and what to do. */
export const jobProblem = z.object({
  what: z.string(),
  mend: z.string(),
  /** The same in the languages of the dashboard. Missing in rows of older releases. */
  user_message: z.object({ en_us: z.string(), pt_br: z.string(), es_mx: z.string() }).optional(),
})
