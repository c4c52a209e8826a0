import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CountApiRequest } from '../../stores/request-limit.ts'

/** A limit per minute, and what is left of it for the next `seconds`. */
export type Quota = { name: string; limit: number; left: number; seconds: number }

/** The fields of draft-ietf-httpapi-ratelimit-headers-11. */
export function quotaHeaders({ name, limit, left, seconds }: Quota): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=60`,
    ratelimit: `"${name}";r=${left};t=${seconds}`,
  }
}

/** Adds a limit to those that the answer already reports. */
export function addQuota(reply: FastifyReply, quota: Quota): void {
  for (const [name, value] of Object.entries(quotaHeaders(quota))) {
    const before = reply.getHeader(name)
    reply.header(name, before === undefined ? value : `${before}, ${value}`)
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
