import { z } from 'zod'

/** The schema of a `Flag` in `checks.ts`. */
export const flag = z.object({
  check: z.enum(['link', 'email', 'phone', 'cpf', 'insult', 'same_text', 'network']),
  field: z.enum(['title', 'body', 'display_name']).nullable(),
  start: z.number().nullable(),
  end: z.number().nullable(),
})
