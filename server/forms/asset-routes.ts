import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/errors.ts'
import { findAsset } from './assets.ts'

/** GET /assets/:file: what our pages load, for a year: another content has another name. */
export function asset() {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const found = findAsset(`/assets/${(request.params as { file: string }).file}`)
      if (!found) throw new ApiError('route_unknown')
      return reply
        .type(found.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'same-origin')
        .send(found.bytes)
    },
  }
}
