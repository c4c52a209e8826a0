import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import type { KeyRing } from '../stores/key-ring.ts'
import type { KeyType, KnownKey } from '../stores/keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that let this request in; set by `requireKey`. */
    apiKey: KnownKey
  }
}

/** Lets in a request with a key of the type; throws the first of 8121200 to 8121205 that holds, in the order of docs/api.md. */
export function requireKey(type: KeyType, keys: KeyRing, clock: Clock) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = header(request, 'x-api-key')
    const storeId = header(request, 'x-store-id')
    if (!token) throw new ApiError('key_missing')
    if (!storeId) throw new ApiError('store_missing')
    const key = await keys.find(token)
    if (!key || key.revoked || key.type !== type) throw new ApiError('key_invalid')
    if (!key.store.active) throw new ApiError('store_inactive')
    if (key.expiresAt !== null && key.expiresAt <= clock()) throw new ApiError('key_expired')
    if (storeId.toLowerCase() !== key.storeId) throw new ApiError('store_mismatch')
    request.apiKey = key
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return (Array.isArray(value) ? value[0] : value)?.trim()
}
