import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { type Row, readRatings } from '../rating/rating-requests.ts'
import type { Lists, Query } from './feed.ts'
import type { Rating } from './wire.ts'

/** Loads the reviews of a source's product, `limit` at a time: a number, or that of the store's saved design. */
export function listsOf(source: Source, limit: number | 'design'): Lists {
  const product = { [source.product.name]: source.product.value }
  return {
    // The address that rw-rating requests, so that browsers read it once.
    ratings: (signal, cache) => readRatings<Rating & Row>(source, [source.product.value], signal, cache),
    reviews: (query, offset, signal, cache) =>
      read(
        source,
        'reviews',
        { ...product, limit, offset, ...parametersOf(query), expand: 'attributes' },
        signal,
        cache,
      ),
  }
}

/** A search, filter and order as parameters of a list. */
export function parametersOf({ terms, locale, ratings, answers, orderBy }: Query) {
  return { orderBy, rating: ratings.map(String), ...answers, locale, terms: terms || undefined }
}
