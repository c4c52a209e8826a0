import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../errors/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { publicFile, readPublicFile } from '../pictures/public-files.ts'
import { readCaptionsName } from './names.ts'

const captionsPath = z.object({ file: z.string() })

/** GET /captions/:file, for a `<track>` of any page. */
export function captions({ pictures }: Dependencies) {
  return endpoint({
    schema: { hide: true, params: captionsPath },
    handler: async (request, reply) => {
      const { file } = request.params
      const bytes = readCaptionsName(file) ? await readPublicFile(pictures, file) : undefined
      if (!bytes) throw new ApiError('route_unknown')
      return reply.type('text/vtt; charset=utf-8').headers(publicFile).send(bytes)
    },
  })
}
