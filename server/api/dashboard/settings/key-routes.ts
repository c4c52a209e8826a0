import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { instant, textOf } from '../../../foundation/http/input/fields.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { listWebhooks } from '../../../links/webhooks/webhooks.ts'
import { userOf } from '../../../tenants/accounts/actors.ts'
import { namesOf } from '../../../tenants/accounts/users.ts'
import { createKey, keyTypes, listKeys, renameKey, revokeKeyOf } from '../../../tenants/stores/keys.ts'
import { scopes } from '../../../tenants/stores/scopes.ts'
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
    handler: async ({ params }) => {
      const keys = await listKeys(database, params.storeId)
      const names = await namesOf(
        database,
        keys.flatMap(({ created_by }) => userOf(created_by ?? '') ?? []),
      )
      const nameOf = (actor: string) => {
        const userId = userOf(actor)
        return userId === undefined ? actor : (names.get(userId) ?? 'user')
      }
      const webhooks = await listWebhooks(database, params.storeId)
      const madeBy = (keyId: string) => webhooks.filter(one => one.created_by_key === keyId).length
      return {
        result: keys.map(key => ({
          ...key,
          created_by: key.created_by && nameOf(key.created_by),
          webhooks: madeBy(key.key_id),
        })),
      }
    },
  })
}

const newKey = z
  .strictObject({
    expires_at: instant.nullable(),
    name: textOf(z.string().trim(), 100).optional(),
    type: z.enum(keyTypes).optional().meta({ description: '`orders` when left out' }),
    scopes: z
      .array(z.enum(scopes))
      .optional()
      .meta({ description: 'What a key of the type `manage` may do, and no other key: at least one' }),
  })
  .check(({ value: { type = 'orders', scopes: given = [] }, issues, value }) => {
    const path = ['scopes']
    if (type === 'manage' && given.length === 0)
      issues.push({ code: 'too_small', origin: 'array', minimum: 1, inclusive: true, path, input: value })
    if (type !== 'manage' && given.length > 0)
      issues.push({ code: 'too_big', origin: 'array', maximum: 0, inclusive: true, path, input: value })
  })

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
    handler: async ({ params, body, user }, reply) => {
      const { expires_at, name = '', type = 'orders', scopes = [] } = body
      const key = {
        ...{ type, scopes, name },
        expiresAt: expires_at === null ? null : new Date(expires_at),
        actor: `user ${user.id}`,
      } as const
      const made = await database.transaction(tx => createKey(tx, clock, params.storeId, key))
      return reply.status(201).send(made)
    },
  })
}

/** PATCH /admin/api/stores/{store_id}/keys/{key_id}: also of a revoked key, which stays in the list. */
export function changeKey({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'renameKey',
      summary: 'Rename an API key',
      params: keyPath,
      body: z.strictObject({ name: textOf(z.string().trim().min(1), 100) }),
    },
    handler: async ({ params, body, user }, reply) => {
      const { storeId, keyId } = params
      const change = { ...body, actor: `user ${user.id}` } as const
      const isRenamed = await database.transaction(tx => renameKey(tx, clock, storeId, keyId, change))
      if (!isRenamed) throw new ApiError('key_unknown')
      return reply.status(204).send()
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/keys/{key_id}: revokes the key, which stays in the list. */
export function withdrawKey({ database, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'revokeKey', summary: 'Revoke an API key', params: keyPath },
    handler: async ({ params, user }, reply) => {
      const { storeId, keyId } = params
      const key = await database.transaction(tx => revokeKeyOf(tx, clock, storeId, keyId, `user ${user.id}`))
      if (!key) throw new ApiError('key_unknown')
      return reply.status(204).send()
    },
  })
}
