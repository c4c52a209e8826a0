import { z } from 'zod'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { type BuiltFile, makeBuiltFile, sendBuiltFile } from '../../../foundation/http/pages/built-files.ts'
import { once } from '../../../foundation/lib/once.ts'
import { findAsset } from './assets.ts'

const assetPath = z.object({ file: z.string() })

/** GET /assets/:file: the styles and scripts of our pages. Cached for a year: changed content gets a new name. */
export function asset() {
  const files = new Map<string, () => Promise<BuiltFile>>()
  return endpoint({
    schema: { hide: true, params: assetPath },
    handler: async (request, reply) => {
      const found = findAsset(`/assets/${request.params.file}`)
      if (!found) throw new ApiError('route_unknown')
      const file = files.get(found.url) ?? once(() => makeBuiltFile(found.type, found.text, true))
      files.set(found.url, file)
      return sendBuiltFile(request, reply.header('cross-origin-resource-policy', 'same-origin'), await file())
    },
  })
}
