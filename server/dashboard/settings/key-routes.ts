import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { ApiError } from '../../errors/errors.ts'
import { instant } from '../../http/input/fields.ts'
import { createKey, listKeys, revokeKeyOf } from '../../stores/keys.ts'
import { keyList, madeKey } from './key-schemas.ts'

type KeyPath = { storeId: string; keyId: string }

/** GET /admin/api/stores/{store_id}/keys: never their secret. */
export function storeKeys({ database }: Dependencies) {
  return {
    schema: { summary: 'List the API keys', response: { 200: keyList } },
    handler: async ({ params }: FastifyRequest) => ({
      result: await listKeys(database, (params as KeyPath).storeId),
    }),
  }
}

const newKey = z.strictObject({ expires_at: instant.nullable() })

/** POST /admin/api/stores/{store_id}/keys */
export function makeKey({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Make an API key', body: newKey, response: { 201: madeKey } },
    handler: async ({ params, body, person }: FastifyRequest, reply: FastifyReply) => {
      const { expires_at } = body as z.infer<typeof newKey>
      const key = {
        type: 'orders',
        expiresAt: expires_at === null ? null : new Date(expires_at),
        actor: `user ${person.id}`,
      } as const
      const made = await database.transaction(tx => createKey(tx, clock, (params as KeyPath).storeId, key))
      return reply.status(201).send(made)
    },
  }
}

/** DELETE /admin/api/stores/{store_id}/keys/{key_id}: revokes it; it stays in the list. */
export function withdrawKey({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Revoke an API key' },
    handler: async ({ params, person }: FastifyRequest, reply: FastifyReply) => {
      const { storeId, keyId } = params as KeyPath
      const key = await database.transaction(tx =>
        revokeKeyOf(tx, clock, storeId, keyId, `user ${person.id}`),
      )
      if (!key) throw new ApiError('key_unknown')
      return reply.status(204).send()
    },
  }
}
