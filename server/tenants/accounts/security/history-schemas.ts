import { z } from 'zod'

const securityEvent = z
  .object({
    id: z.uuid(),
    at: z.date(),
    /** The name of a user; null for other actors. */
    name: z.string().nullable(),
    /** Other actors: `command`, `system`, …; `user` for a deleted user. */
    actor: z.string(),
    action: z.string(),
    record: z.enum(['store', 'key', 'member', 'invitation', 'person']),
    /** For a member: their name. */
    about: z.string().nullable(),
    /** Names of settings. */
    fields: z.array(z.string()),
  })
  .meta({ title: 'SecurityEvent' })

export const history = z
  .object({
    result: z.array(securityEvent),
    /** Null on the last page. */
    next: z.uuid().nullable(),
  })
  .meta({ title: 'SecurityEventPage' })

export type History = z.infer<typeof history>
