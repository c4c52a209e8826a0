import { z } from 'zod'
import { keyTypes } from '../../../tenants/stores/keys.ts'
import { scopes } from '../../../tenants/stores/scopes.ts'

const shownKey = z
  .object({
    key_id: z.uuid(),
    type: z.enum(keyTypes),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What a key of the type `manage` may do' }),
    name: z.string().meta({ description: "'' without a name" }),
    last_four: z
      .string()
      .nullable()
      .meta({ description: 'The last four characters of the key; null if they were not kept' }),
    created_at: z.date(),
    created_by: z
      .string()
      .nullable()
      .meta({ description: 'A person of the store by name, or who else made it; null if unknown' }),
    expires_at: z.date().nullable(),
    revoked_at: z.date().nullable(),
    last_used_at: z.date().nullable(),
    webhooks: z.int().meta({ description: 'Webhooks that it made. They stay when it is revoked' }),
  })
  .meta({ title: 'ApiKey' })

export const keyList = z.object({ result: z.array(shownKey) })

/** `api_key` is returned only here. */
export const madeKey = z.object({ key_id: z.uuid(), api_key: z.string() }).meta({ title: 'CreatedApiKey' })

export type ShownKey = z.infer<typeof shownKey>
export type MadeKey = z.infer<typeof madeKey>
