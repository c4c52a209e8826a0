import type { FastifyReply } from 'fastify'

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
