import type { Review } from '../../answers/reviews/reviews.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { receiveExportedPicture } from '../../foundation/storage/pictures/pictures.ts'
import { receiveExportedVideo } from '../../foundation/storage/videos/exported.ts'
import type { TestApp } from '../app.ts'
import { aReview } from '../factories.ts'
import { addReviews } from '../reading.ts'
import type { Member } from '../users.ts'
import { aPicture } from './pictures.ts'
import { anMp4 } from './videos.ts'

type Given = Partial<Review> & {
  /** Default: the container of an MP4 of 12 seconds. */
  bytes?: Buffer
  seconds?: number
  hasPoster?: boolean
}

/** Adds a review whose buyer sent a video, with its poster. Returns it and the names of both. */
export async function aVideoReview(
  it: TestApp,
  files: PictureStore,
  store: Member,
  { bytes = anMp4(), seconds = 12, hasPoster = true, ...given }: Given = {},
): Promise<Review & { video: string; poster: string }> {
  const { database } = it
  const at = new Date()
  const { storeId } = store
  const picture = Buffer.from(await (await aPicture()).arrayBuffer())
  const poster = hasPoster ? await receiveExportedPicture(database, files, storeId, picture, at) : ''
  const archived = [`${'0'.repeat(40)}-${bytes.length}-${seconds}`, poster.slice(0, 40)].filter(Boolean)
  const name = `${archived.join('-')}.mp4`
  const posters = new Map([[poster, poster]])
  const video = await receiveExportedVideo(database, files, storeId, { name, bytes, posters }, at)
  const review = aReview({ ...given, pictures: [...(given.pictures ?? []), poster, video].filter(Boolean) })
  await addReviews(it, store, review)
  return { ...review, video, poster }
}
