import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../foundation/errors/errors.ts'
import { bearerOf } from '../../foundation/http/bearer.ts'
import type { Counts } from '../../foundation/http/limits/counts.ts'
import { limitPerNetwork } from '../../foundation/http/limits/visitor-limits.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import type { KeyCache } from '../../tenants/admission/key-cache.ts'
import type { Scope } from '../../tenants/stores/scopes.ts'

/** Wrong keys from one network in an hour. A key has 190 random bits: the limit spares the service, not the key. */
const mostWrongKeys = 1000

/**
 * Requires a key of the type `manage`. `X-Store-Id` is not needed, because the key names its store; it is checked if it
 * is sent. Throws `key_missing`, `key_invalid`, `store_inactive`, `key_expired` and `store_mismatch`, and
 * `too_many` after many wrong keys from one network.
 */
export function requireManageKey(counts: Counts, keys: KeyCache, clock: Clock) {
  const countWrong = limitPerNetwork(counts, 'wrong manage keys', mostWrongKeys)
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerOf(request) ?? request.headers['x-api-key']
    const storeId = request.headers['x-store-id']
    if (typeof token !== 'string' || token.trim() === '') throw new ApiError('key_missing')
    const key = await keys.find(token.trim())
    if (!key || key.revoked || key.type !== 'manage') {
      await countWrong(request)
      throw new ApiError('key_invalid')
    }
    if (!key.store.active) throw new ApiError('store_inactive')
    if (key.expiresAt !== null && key.expiresAt <= clock()) throw new ApiError('key_expired')
    if (storeId !== undefined && String(storeId).trim().toLowerCase() !== key.storeId)
      throw new ApiError('store_mismatch')
    keys.noteUse(key, clock())
    request.apiKey = key
  }
}

/** Requires a scope of the key; after `requireManageKey`. Throws `scope_missing`, which names the scope. */
export function requireScope(scope: Scope) {
  return async ({ apiKey }: FastifyRequest): Promise<void> => {
    if (!apiKey.scopes.includes(scope)) throw new ApiError('scope_missing', { moreInfo: { scope } })
  }
}
