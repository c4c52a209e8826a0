import { z } from 'zod'
import { ApiError } from '../../foundation/errors/errors.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { findAsset } from './assets.ts'

const assetPath = z.object({ file: z.string() })

/** GET /assets/:file: the styles and scripts of our pages. Cached for a year: changed content gets a new name. */
export function asset() {
  return endpoint({
    schema: { hide: true, params: assetPath },
    handler: async (request, reply) => {
      const found = findAsset(`/assets/${request.params.file}`)
      if (!found) throw new ApiError('route_unknown')
      return reply
        .type(found.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'same-origin')
        .send(found.bytes)
    },
  })
}
