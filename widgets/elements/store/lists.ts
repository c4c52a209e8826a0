import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import type { Lists } from '../reviews/feed.ts'
import { parametersOf } from '../reviews/lists.ts'
import type { ReviewList } from '../reviews/wire.ts'

/** What the page of all reviews is about at the moment. */
export type Subject = 'products' | 'store'

export type Totals = NonNullable<ReviewList['meta']['ratings']>

/**
 * Loads the reviews of all products, or those of the store itself. The first page brings both ratings, and is there
 * when `ready` is.
 */
export function listsOfAll(
  source: Source,
  subject: Subject,
  limit: number | 'design',
  found: (totals: Totals) => void,
  ready: Promise<unknown>,
): Lists {
  let first: Promise<ReviewList> | undefined
  return {
    reviews: (query, offset, signal, cache) => {
      const isAll = offset === 0 && query.ratings.length === 0 && !query.terms
      const expand = isAll ? 'product,ratings,attributes' : 'product,attributes'
      const what = subject === 'store' ? 'store-reviews' : 'reviews'
      const parameters = { limit, offset, ...parametersOf(query), expand }
      const reading = read<ReviewList>(source, what, parameters, signal, cache)
      first = Promise.all([reading, ready]).then(([list]) => list)
      return first
    },
    // Of the answer that is under way: one request brings both.
    ratings: async () => {
      const totals = (await first)?.meta.ratings
      if (!totals) throw new Error('no ratings')
      found(totals)
      return { result: [{ ...totals[subject], recommended: 0, not_recommended: 0 }] }
    },
  }
}
