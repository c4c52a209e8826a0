import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { type Row, readRatings } from '../rating/rating-requests.ts'
import type { Lists, Query } from './feed.ts'
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
    reviews: async (query, offset, signal, cache) => {
      const parameters = { ...product, limit, offset, ...parametersOf(query) }
      const list = await read<ReviewList>(source, 'reviews', parameters, signal, cache)
      await onRead?.(list).catch(() => {})
      return list
    },
  }
}

/** A search, filter and order as parameters of a list. */
export function parametersOf({ terms, locale, ratings, orderBy }: Query) {
  return { orderBy, rating: ratings.map(String), ...(terms && { terms, locale }) }
}
