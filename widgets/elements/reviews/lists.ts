import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import type { Lists } from './feed.ts'

/** Loads the reviews of a source's product, `limit` at a time. */
export function listsOf(source: Source, limit: number): Lists {
  const product = { [source.product.name]: source.product.value }
  return {
    ratings: signal => read(source, 'ratings', { ...product, expand: 'metrics' }, signal),
    reviews: ({ terms, ratings, orderBy }, offset, signal) =>
      read(
        source,
        'reviews',
        { ...product, limit, offset, orderBy, rating: ratings.map(String), terms: terms || undefined },
        signal,
      ),
  }
}
