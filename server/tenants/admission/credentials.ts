import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { OperatorActor } from '../../foundation/events/audit/operator-log.ts'
import { queryOf } from '../../foundation/http/input/paths.ts'
import { quotaHeaders } from '../../foundation/http/limits/quota-headers.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import type { KeyType, KnownKey } from '../stores/keys.ts'
import type { KnownStore } from '../stores/stores.ts'
import type { KeyCache, StoreCache } from './key-cache.ts'
import type { CountApiRequest } from './request-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of this request; set by `requireKey`, and by the guard of the management API. */
    apiKey: KnownKey
    /** Who operates the installation with this request; set by the guards of operators. */
    operator: OperatorActor
    /** The store whose public key this request has; set by `requireStoreKey`. */
    store: KnownStore
  }
}

/**
 * Requires a key of the type. Throws the first applicable error of 8121200 to 8121205, in the order of
 * docs/reference/api.md.
 */
export function requireKey(type: KeyType, keys: KeyCache, clock: Clock) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = header(request, 'x-api-key')
    const storeId = header(request, 'x-store-id')
    if (!token) throw new ApiError('key_missing')
    if (!storeId) throw new ApiError('store_missing')
    const key = await keys.find(token, storeId)
    if (!key || key.revoked || key.type !== type) throw new ApiError('key_invalid')
    if (!key.store.active) throw new ApiError('store_inactive')
    if (key.expiresAt !== null && key.expiresAt <= clock()) throw new ApiError('key_expired')
    if (storeId.toLowerCase() !== key.storeId) throw new ApiError('store_mismatch')
    keys.noteUse(key, clock())
    request.apiKey = key
  }
}

/** Counts the requests of a store's API key; after `requireKey`. The answer says what is left of the limit. */
export function limitKeyRequests(count: CountApiRequest) {
  return async ({ apiKey }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { storeId, store } = apiKey
    const quota = await count({ storeId, limits: store.limits })
    if (quota) reply.headers(quotaHeaders(quota))
  }
}

/** Whether the key opens anything of its own store. */
export function fits(key: KnownKey, clock: Clock): boolean {
  const isOver = key.expiresAt !== null && key.expiresAt <= clock()
  return !key.revoked && key.store.active && !isOver
}

/**
 * Requires a store's public key, in headers or in the URL (headers win). Throws the first applicable error of 8121200
 * to 8121203 and 8121205. With `keySuffices`, the store's id is checked only if the request has one.
 */
export function requireStoreKey(stores: StoreCache, clock: Clock, { keySuffices = false } = {}) {
  return async (request: FastifyRequest): Promise<void> => {
    const { key, storeId } = storeCredentials(request)
    if (!key) throw new ApiError('key_missing')
    if (!storeId && !keySuffices) throw new ApiError('store_missing')
    const store = await stores.find(key, storeId)
    if (!store) throw new ApiError('key_invalid')
    if (!store.active) throw new ApiError('store_inactive')
    if (storeId && storeId.toLowerCase() !== store.store_id) throw new ApiError('store_mismatch')
    noteReader(request, stores, store, clock())
    request.store = store
  }
}

function noteReader(request: FastifyRequest, stores: StoreCache, store: KnownStore, now: number): void {
  // A browser sends the origin of a page that reads from another origin.
  if (request.headers.origin !== undefined) stores.noteWidgets(store, now)
  const { sku, product_sku } = queryOf(request)
  if (first(sku) || first(product_sku)) stores.noteSku(store, now)
}

function storeCredentials(request: FastifyRequest): {
  key?: string | undefined
  storeId?: string | undefined
} {
  const query = queryOf(request)
  return {
    key: header(request, 'x-api-key') || header(request, 'x-web-id') || first(query.store_key)?.trim(),
    storeId: header(request, 'x-store-id') || first(query.store_id)?.trim(),
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  return first(request.headers[name])?.trim()
}

function first(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one : undefined
}
