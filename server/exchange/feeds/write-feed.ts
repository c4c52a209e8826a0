import type { Connection } from '../../foundation/database/connect.ts'
import { chooseLanguage } from '../../foundation/http/language.ts'
import { textsIn } from '../../foundation/texts/texts.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { feedReviews, type LeftOut, type Range } from './feed-reviews.ts'
import type { FeedFormat } from './feeds.ts'
import type { FileFormat, FormatOf } from './file-format.ts'
import { google } from './google.ts'
import { meta } from './meta.ts'

const formats: Record<FeedFormat, FormatOf> = { google, meta }

/** The format of a store's files. Names and texts are in the store's language. */
export function formatOf(store: Store, format: FeedFormat): FileFormat {
  return formats[format](store, textsIn('html', chooseLanguage(store.locale)).anonymous)
}

/** The largest part. Google asks for files below 100 MB; the rest is room for the end of the file. */
export const largestPart = 95_000_000 // bytes

const piece = 64 * 1024 // characters

export type FeedProgress = {
  reviews: number
  leftOut: LeftOut
  /** The last review of a part that is full: the next part begins after it. Null: the range is complete. */
  last: string | null
}

export function startProgress(): FeedProgress {
  return { reviews: 0, leftOut: { products: new Set(), withoutText: 0 }, last: null }
}

type Source = { db: Connection; store: Store; publicUrl: string }

/**
 * Writes the reviews of a range into one file, in pieces, until the range ends or the file is full. Counts into
 * `written`. Keeps only a batch of reviews in memory.
 */
export async function* writeFeed(
  { db, store, publicUrl }: Source,
  format: FileFormat,
  range: Range,
  written: FeedProgress,
  largest = largestPart,
): AsyncGenerator<string> {
  let text = format.begin
  let bytes = Buffer.byteLength(text)
  let last: string | null = null
  reading: for await (const batch of feedReviews(db, store, range, publicUrl, written.leftOut)) {
    for (const review of batch) {
      const next = (last === null ? format.open : '') + format.review(review)
      bytes += Buffer.byteLength(next)
      // A review alone always fits.
      if (bytes > largest && last !== null) {
        written.last = last
        break reading
      }
      text += next
      last = review.id
      written.reviews++
      if (text.length < piece) continue
      yield text
      text = ''
    }
  }
  yield text + (last === null ? '' : format.close) + format.end
}
