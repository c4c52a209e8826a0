import { z } from 'zod'
import { instant, text, textOf } from '../../foundation/http/input/fields.ts'

const operator = z
  .object({ user_id: z.string(), name: z.string(), email: z.string(), added_at: z.date() })
  .meta({ title: 'Operator' })

export const operatorList = z.object({ result: z.array(operator) })

export const newOperator = z.strictObject({
  email: text(254, 1).meta({ description: 'The address with which a user signs in' }),
})

export const addedOperator = z.object({ user_id: z.string(), name: z.string() })

export const userPath = z.object({ userId: text(255, 1) })

const key = z
  .object({
    key_id: z.uuid(),
    name: z.string(),
    last_four: z.string(),
    created_at: z.date(),
    created_by: z
      .string()
      .nullable()
      .meta({ description: 'An operator by name; `user` if erased, or `command`; null if unknown' }),
    expires_at: z.date().nullable(),
    revoked_at: z.date().nullable(),
    last_used_at: z.date().nullable().meta({ description: 'To the minute' }),
  })
  .meta({ title: 'OperatorKey' })

export const keyList = z.object({ result: z.array(key) })

const keyName = textOf(z.string().trim().min(1), 100).meta({ description: 'What it is for' })

export const newKey = z.strictObject({ name: keyName, expires_at: instant.nullable() })

export const keyChange = z.strictObject({ name: keyName })

export const createdKey = z
  .object({ key_id: z.uuid(), api_key: z.string() })
  .meta({ title: 'CreatedOperatorKey' })

export const keyPath = z.object({
  keyId: z.string().meta({ format: 'uuid', description: 'The id of the key' }),
})

export type OperatorList = z.infer<typeof operatorList>
export type AddedOperator = z.infer<typeof addedOperator>
