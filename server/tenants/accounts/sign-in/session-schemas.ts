import { z } from 'zod'
import { roles } from '../roles.ts'

/** The signed-in user and their stores. The dashboard imports its type. */
export const me = z
  .object({
    person: z.object({ id: z.string(), name: z.string(), email: z.string(), second_factor: z.boolean() }),
    /** Whether the user needs a second factor and has none: until they have, every other address refuses them. */
    lacks_second_factor: z.boolean(),
    /** Whether the user operates the installation. */
    is_operator: z.boolean(),
    /** Whether the user may make further stores. */
    may_make_stores: z.boolean(),
    stores: z.array(
      z.object({ store_id: z.uuid(), name: z.string(), time_zone: z.string(), role: z.enum(roles) }),
    ),
  })
  .meta({ title: 'Me' })

export type Me = z.infer<typeof me>
