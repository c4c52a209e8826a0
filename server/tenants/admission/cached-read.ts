import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../foundation/database/connect.ts'
import type { CostlyReads } from '../../foundation/database/costly-reads.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { chooseCoding } from '../../foundation/http/encoding/accept-encoding.ts'
import { strictTransport } from '../../foundation/http/pages/page-headers.ts'
import { commonErrors } from '../../foundation/http/reference/api-docs.ts'
import { addressOf, send } from '../../foundation/http/response-cache/front.ts'
import { createResponse, formIn, type ResponseCache } from '../../foundation/http/response-cache/response.ts'
import type { Draining } from '../../foundation/http/sockets/draining.ts'
import { requestIdHeader } from '../../foundation/http/telemetry/request-log.ts'
import { traceparentOf } from '../../foundation/lib/tracing/spans.ts'
import type { KnownStore } from '../stores/stores.ts'
import type { StoreCache } from './key-cache.ts'
import type { ReadBudget, ReadLimits } from './read-limits.ts'
import type { CountApiRequest } from './request-limit.ts'

/** The dependencies of a store's reads. */
export type Reading = {
  database: Database
  stores: Pick<StoreCache, 'find'>
  responseCache: ResponseCache
  publicUrl: () => string
  countRead: ReadLimits
  countApiRequest: CountApiRequest
  costlyReads: CostlyReads
  draining: Draining
}

type Read = {
  /** Everything the response depends on except the store; part of the key. */
  query: unknown
  /** Changes with one of these tags invalidate the response: tenants/products/invalidation.ts. */
  tags: string[]
  /** The budget it counts towards when it is not in the response cache. */
  budget?: ReadBudget
  contentType?: string
  headers?: Record<string, string>
  /** More headers, by what the database says. */
  moreHeaders?: (store: KnownStore) => Promise<Record<string, string>>
  /** Makes the body, by the store's settings at that moment. */
  create: (store: KnownStore) => Promise<string>
}

/**
 * Answers from the response cache, or makes the response and caches it: cache.ts draws the path. Throws `too_many`
 * beyond the requester's limit, and Busy while too many costly reads wait.
 */
export async function answerRead(
  { responseCache, stores, countRead, countApiRequest, costlyReads, draining }: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    query,
    tags,
    budget = 'reads',
    contentType = 'application/json; charset=utf-8',
    headers = {},
    moreHeaders = async () => ({}),
    create,
  }: Read,
): Promise<FastifyReply> {
  const route = request.routeOptions.url ?? ''
  const { store_id, store_key, origins, limits } = request.store
  const key = JSON.stringify([route, store_id, query])
  // Before `getOrCreate`: requesters of the same response share its outcome, and must not share a refusal.
  if (!responseCache.has(key)) {
    await countRead(request, budget)
    await countApiRequest({ storeId: store_id, limits, isPublic: true })
  }
  const isCostly = budget === 'searches' || budget === 'deep'
  const response = await responseCache.getOrCreate(key, tags, async () => {
    // The store may have changed since the request arrived, and nothing would drop a response with its old settings.
    const store = (await stores.find(store_key, store_id)) ?? request.store
    const body = isCostly ? await costlyReads(store_id, () => create(store)) : await create(store)
    const all = { ...headers, ...(await moreHeaders(store)) }
    const response = await createResponse({ body, contentType, origins, route, headers: all })
    await countLength(countRead, request, budget, response.forms.identity.bytes.length)
    return response
  })
  const coding = chooseCoding(request.headers['accept-encoding'])
  const isNew = response.forms[coding] === undefined
  const form = await formIn(response, coding)
  if (isNew) responseCache.resize(key)
  responseCache.addAddress(addressOf(request.raw), key)
  // As from the cache, in one piece. Fastify's own way costs as much as the rest of its part.
  send(request.raw, reply.raw, response, form, ownHeaders(request, draining))
  // Only now: an error of `send` is still answered.
  return reply.hijack()
}

function ownHeaders(request: FastifyRequest, draining: Draining): string[] {
  const own = [requestIdHeader, request.id]
  if (request.span) own.push('traceparent', traceparentOf(request.span))
  if (request.browserSide === 'https') own.push(...strictTransport)
  if (draining.hasBegun()) own.push('connection', 'close')
  return own
}

const bytesOfRead = 256 * 1024

// A long response counts as many reads. It is made by then, so a spent budget refuses the next read and not this one.
async function countLength(
  countRead: ReadLimits,
  request: FastifyRequest,
  budget: ReadBudget,
  bytes: number,
): Promise<void> {
  try {
    for (let counted = bytesOfRead; counted <= bytes; counted += bytesOfRead) await countRead(request, budget)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Errors that every read may answer. */
export const readErrors = [
  'key_missing',
  'store_missing',
  'key_invalid',
  'store_inactive',
  'store_mismatch',
  'body_invalid',
  'requests_often',
  ...commonErrors,
] as const

/** For the reference: the three ways to send the store's public key. */
export const storeKeySecurity = [
  { storeKey: [], storeId: [] },
  { webId: [], storeId: [] },
  { storeKeyQuery: [], storeIdQuery: [] },
]
