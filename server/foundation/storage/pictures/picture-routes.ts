import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../errors/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { isLogoFile } from './logos.ts'
import { isPictureFile } from './pictures.ts'
import { publicFile, readPublicFile } from './public-files.ts'

const picturePath = z.object({ file: z.string() })

/** GET /pictures/:file. Its name is a hash of its content. */
export function picture({ pictures }: Dependencies) {
  return endpoint({
    schema: { hide: true, params: picturePath },
    handler: async (request, reply) => {
      const { file } = request.params
      const isLogo = isLogoFile(file)
      const bytes = isLogo || isPictureFile(file) ? await readPublicFile(pictures, file) : undefined
      if (!bytes) throw new ApiError('route_unknown')
      return reply
        .type(isLogo ? 'image/png' : 'image/webp')
        .headers(publicFile)
        .send(bytes)
    },
  })
}
