import { z } from 'zod'
import { text } from '../http/input/fields.ts'

/** What the dashboard sees of reviews and of questions; it reads the types. */

export const change = z
  .object({
    at: z.date(),
    /** A person of the store by name, or who else did it. */
    who: z.string(),
    action: z.string(),
    fields: z.array(z.string()),
  })
  .meta({ title: 'Change' })

export const reply = z.strictObject({ body: text(5_000, 1, z.string().trim()).nullable() })
