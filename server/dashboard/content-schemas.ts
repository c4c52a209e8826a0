import { z } from 'zod'
import { textOf } from '../http/input/fields.ts'

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

export const reply = z.strictObject({ body: textOf(z.string().trim(), 5_000, 1).nullable() })
