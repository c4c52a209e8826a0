import { z } from 'zod'

export const history = z.object({
  result: z.array(
    z.object({
      id: z.uuid(),
      at: z.date(),
      /** A person's name; null: no person. */
      name: z.string().nullable(),
      /** Who else: `command`, `system`, …; `user` for a person who is gone. */
      actor: z.string(),
      action: z.string(),
      record: z.enum(['store', 'key', 'member', 'invitation', 'person']),
      /** Of a member: their name. */
      about: z.string().nullable(),
      /** Names of settings. */
      fields: z.array(z.string()),
    }),
  ),
  /** Null: nothing is older. */
  next: z.uuid().nullable(),
})

export type History = z.infer<typeof history>
