import type { Store } from '../../tenants/stores/stores.ts'
import type { FeedReview } from './feed-reviews.ts'

/** How a feed writes its file: `begin`, the reviews between `open` and `close` if there are any, and `end`. */
export type FileFormat = {
  type: string
  begin: string
  open: string
  review: (review: FeedReview) => string
  close: string
  end: string
}

/** The format of a store's files. `anonymous` is the word for an author without a name. */
export type FormatOf = (store: Store, anonymous: string) => FileFormat
