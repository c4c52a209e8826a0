import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { type Row, readRatings } from '../rating/rating-requests.ts'
import type { Lists } from './feed.ts'
import type { Rating, ReviewList } from './wire.ts'

/**
 * Loads the reviews of a source's product, `limit` at a time: a number, or that of the store's saved design.
 * A list waits for `onRead`, whose errors do not matter.
 */
export function listsOf(
  source: Source,
  limit: number | 'design',
  onRead?: (list: ReviewList) => Promise<void>,
): Lists {
  const product = { [source.product.name]: source.product.value }
  return {
    // The address that rw-rating requests, so that browsers read it once.
    ratings: (signal, cache) => readRatings<Rating & Row>(source, [source.product.value], signal, cache),
    reviews: async ({ terms, locale, ratings, orderBy }, offset, signal, cache) => {
      const list = await read<ReviewList>(
        source,
        'reviews',
        { ...product, limit, offset, orderBy, rating: ratings.map(String), ...(terms && { terms, locale }) },
        signal,
        cache,
      )
      await onRead?.(list).catch(() => {})
      return list
    },
  }
}
