import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { ApiError } from '../../errors/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { instant } from '../../http/input/fields.ts'
import { storePath } from '../../http/input/paths.ts'
import { createKey, listKeys, revokeKeyOf } from '../../stores/keys.ts'
import { keyList, madeKey } from './key-schemas.ts'

const keyPath = storePath.extend({
  keyId: z.string().meta({ format: 'uuid', description: 'The id of the key' }),
})

/** GET /admin/api/stores/{store_id}/keys: the keys without their secrets. */
export function storeKeys({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listKeys',
      summary: 'List the API keys',
      params: storePath,
      response: { 200: keyList },
    },
    handler: async ({ params }) => ({
      result: await listKeys(database, params.storeId),
    }),
  })
}

const newKey = z.strictObject({ expires_at: instant.nullable() })

/** POST /admin/api/stores/{store_id}/keys */
export function makeKey({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createKey',
      summary: 'Make an API key',
      params: storePath,
      body: newKey,
      response: { 201: madeKey },
    },
    handler: async ({ params, body, person }, reply) => {
      const { expires_at } = body
      const key = {
        type: 'orders',
        expiresAt: expires_at === null ? null : new Date(expires_at),
        actor: `user ${person.id}`,
      } as const
      const made = await database.transaction(tx => createKey(tx, clock, params.storeId, key))
      return reply.status(201).send(made)
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/keys/{key_id}: revokes the key, which stays in the list. */
export function withdrawKey({ database, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'revokeKey', summary: 'Revoke an API key', params: keyPath },
    handler: async ({ params, person }, reply) => {
      const { storeId, keyId } = params
      const key = await database.transaction(tx =>
        revokeKeyOf(tx, clock, storeId, keyId, `user ${person.id}`),
      )
      if (!key) throw new ApiError('key_unknown')
      return reply.status(204).send()
    },
  })
}
