import { ApiError } from '../../errors/errors.ts'
import { type PictureStore, PicturesUnavailable } from './picture-store.ts'

/** The headers of a file that any page may display, cacheable for a year: its name has one content. */
export const publicFile = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

/** The file, if there is one. Throws `unavailable`. */
export async function readPublicFile(pictures: PictureStore, file: string): Promise<Buffer | undefined> {
  try {
    return await pictures.get(file)
  } catch (error) {
    if (error instanceof PicturesUnavailable) throw new ApiError('unavailable', { cause: error })
    throw error
  }
}
