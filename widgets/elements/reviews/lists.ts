import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import type { Lists } from './feed.ts'

/** Loads the reviews of a source's product, `limit` at a time: a number, or that of the store's saved design. */
export function listsOf(source: Source, limit: number | 'design'): Lists {
  const product = { [source.product.name]: source.product.value }
  return {
    // The address that rw-rating requests, so that browsers read it once.
    ratings: signal => read(source, 'ratings', { expand: 'metrics', ...product }, signal),
    reviews: ({ terms, ratings, orderBy }, offset, signal) =>
      read(
        source,
        'reviews',
        { ...product, limit, offset, orderBy, rating: ratings.map(String), terms: terms || undefined },
        signal,
      ),
  }
}
