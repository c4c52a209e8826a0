import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { MalwareFound, malwareIn } from '../../../foundation/storage/files/scan.ts'
import { saveLogo } from '../../../foundation/storage/pictures/logos.ts'
import { PicturesUnavailable } from '../../../foundation/storage/pictures/picture-store.ts'
import { PictureRefused } from '../../../foundation/storage/pictures/sizes.ts'

const keptLogo = z.object({ logo_url: z.string() })

/** PUT /admin/api/stores/{store_id}/logo: keeps a picture. Saving its address as `logo_url` makes it the logo. */
export function sendLogo({ database, pictures, publicUrl, clock }: Dependencies) {
  return endpoint({
    config: { takesBytes: true as const, who: '' },
    schema: {
      operationId: 'uploadLogo',
      summary: 'Upload a logo',
      description:
        'The body is a PNG, JPEG or WebP of at most 1 MiB, as bytes. The answer has its address, for `logo_url`.',
      params: storePath,
      response: { 200: keptLogo },
    },
    handler: async ({ params, body }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      try {
        const name = await saveLogo(database, pictures, params.storeId, bytes, new Date(clock()))
        return { logo_url: `${publicUrl()}/pictures/${name}` }
      } catch (error) {
        if (error instanceof MalwareFound) throw new ApiError('logo_refused', malwareIn('', error))
        if (error instanceof PictureRefused) throw new ApiError('logo_refused', { cause: error })
        if (error instanceof PicturesUnavailable) throw new ApiError('unavailable', { cause: error })
        throw error
      }
    },
  })
}
