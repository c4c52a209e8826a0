import { z } from 'zod'
import { textOf } from '../../foundation/http/input/fields.ts'

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

const stateCount = z.object({
  count: z.number().meta({ description: 'At most 1,000' }),
  more: z.boolean().meta({ description: 'Whether there are more than `count`' }),
})

/** `counts` is null if the filters are too many to count by. */
export const stateCounts = z
  .object({
    counts: z
      .object({
        all: stateCount,
        unconfirmed: stateCount,
        pending: stateCount,
        published: stateCount,
        rejected: stateCount,
        removed: stateCount,
      })
      .nullable(),
  })
  .meta({ title: 'CountsByState' })

export type StateCounts = NonNullable<z.infer<typeof stateCounts>['counts']>
