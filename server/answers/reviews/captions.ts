import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { FieldProblem } from '../../foundation/errors/field-problems.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { MalwareFound, malwareIn } from '../../foundation/storage/files/scan.ts'
import { type PictureStore, PicturesUnavailable } from '../../foundation/storage/pictures/picture-store.ts'
import { lockPictures, sweepPictures } from '../../foundation/storage/pictures/pictures.ts'
import { PictureRefused } from '../../foundation/storage/pictures/sizes.ts'
import { canonicalLanguage, receiveCaptions } from '../../foundation/storage/videos/captions.ts'
import { joinMedia, type Media, readCaptionsName, splitMedia } from '../../foundation/storage/videos/names.ts'
import { CaptionsRefused, mostCues } from '../../foundation/storage/videos/webvtt.ts'
import { changeReview, picturesInUse, type Review, readReview } from './reviews.ts'

/** Languages of one video's captions. */
export const mostLanguages = 10

/** Runs a change in a transaction, in which the caller may check more. */
type Within<Outcome> = (change: (tx: Connection) => Promise<Review>) => Promise<Outcome>

/**
 * Sets the captions of a review's video in one language, a tag such as `pt-BR`, in place of earlier ones; `webvtt` is
 * the text of the file. Throws `review_unknown`, `video_missing`, `body_invalid`, `storage_limit` or `unavailable`.
 */
export async function setCaptions<Outcome>(
  db: Database,
  files: PictureStore,
  storeId: string,
  { reviewId, language: tag, webvtt }: { reviewId: string; language: string; webvtt: string },
  by: By,
  within: Within<Outcome>,
): Promise<Outcome> {
  const language = canonical(tag)
  const { pictures: before } = await readReview(db, storeId, reviewId)
  requireVideo(splitMedia(before))
  const name = await receive(db, files, storeId, { language, webvtt }, by.at)
  const outcome = await within(async tx => {
    const review = await changeCaptions(tx, storeId, reviewId, by, media => {
      // The author may have removed it meanwhile.
      requireVideo(media)
      const others = media.captions.filter(isNotIn(language))
      if (others.length >= mostLanguages) throw invalid('language', 'array_max', mostLanguages)
      return [...others, name]
    })
    // The review before its files, as every other change locks them.
    if ((await lockPictures(tx, storeId, [name])).length === 0) throw new ApiError('unavailable')
    return review
  })
  await sweep(db, files, storeId, before)
  return outcome
}

/** Removes the captions in one language, if there are any. Throws `review_unknown` or `body_invalid`. */
export async function removeCaptions<Outcome>(
  db: Database,
  files: PictureStore,
  storeId: string,
  { reviewId, language: tag }: { reviewId: string; language: string },
  by: By,
  within: Within<Outcome>,
): Promise<Outcome> {
  const language = canonical(tag)
  const { pictures: before } = await readReview(db, storeId, reviewId)
  const outcome = await within(tx =>
    changeCaptions(tx, storeId, reviewId, by, ({ captions }) => captions.filter(isNotIn(language))),
  )
  await sweep(db, files, storeId, before)
  return outcome
}

async function changeCaptions(
  tx: Connection,
  storeId: string,
  reviewId: string,
  by: By,
  change: (media: Media) => string[],
): Promise<Review> {
  return await changeReview(tx, storeId, reviewId, { ...by, action: 'caption' }, ({ pictures: all }) => {
    const media = splitMedia(all)
    return { pictures: joinMedia(media.pictures, media.videos, change(media)) }
  })
}

function requireVideo({ videos }: Media): void {
  if (videos.length === 0) throw new ApiError('video_missing')
}

const isNotIn = (language: string) => (name: string) => readCaptionsName(name)?.language !== language

function canonical(tag: string): string {
  const language = canonicalLanguage(tag)
  if (language === undefined) throw invalid('language', 'language_tag')
  return language
}

async function receive(
  db: Database,
  files: PictureStore,
  storeId: string,
  sent: { language: string; webvtt: string },
  at: Date,
): Promise<string> {
  try {
    return await receiveCaptions(db, files, storeId, sent, at)
  } catch (error) {
    if (error instanceof MalwareFound) throw new ApiError('body_invalid', malwareIn('webvtt', error))
    if (error instanceof PictureRefused) throw new ApiError('storage_limit', { cause: error })
    if (error instanceof PicturesUnavailable) throw new ApiError('unavailable', { cause: error })
    if (!(error instanceof CaptionsRefused)) throw error
    throw error.line === undefined
      ? invalid('webvtt', 'array_max', mostCues)
      : invalid('webvtt', 'webvtt', error.line)
  }
}

function invalid(path: string, problem: FieldProblem['problem'], ...values: number[]): ApiError {
  return new ApiError('body_invalid', { problems: [{ path, problem, values }] })
}

// Those that were replaced or removed. If their storage is unavailable now, a later sweep deletes them.
async function sweep(db: Database, files: PictureStore, storeId: string, before: string[]): Promise<void> {
  const names = splitMedia(before).captions
  await sweepPictures(db, files, storeId, { names }, picturesInUse).catch(error => {
    if (!(error instanceof PicturesUnavailable)) throw error
  })
}
