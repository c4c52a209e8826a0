import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../errors/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { isLogoFile } from './logos.ts'
import { type PictureStore, PicturesUnavailable } from './picture-store.ts'
import { isPictureFile } from './pictures.ts'

const picturePath = z.object({ file: z.string() })

/** GET /pictures/:file, cacheable for a year: the name is a hash of the content. Any page may display it. */
export function picture({ pictures }: Dependencies) {
  return endpoint({
    schema: { hide: true, params: picturePath },
    handler: async (request, reply) => {
      const { file } = request.params
      const isLogo = isLogoFile(file)
      const bytes = isLogo || isPictureFile(file) ? await read(pictures, file) : undefined
      if (!bytes) throw new ApiError('route_unknown')
      return reply
        .type(isLogo ? 'image/png' : 'image/webp')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', "default-src 'none'")
        .header('access-control-allow-origin', '*')
        .send(bytes)
    },
  })
}

async function read(pictures: PictureStore, file: string): Promise<Buffer | undefined> {
  try {
    return await pictures.get(file)
  } catch (error) {
    if (error instanceof PicturesUnavailable) throw new ApiError('unavailable', { cause: error })
    throw error
  }
}
