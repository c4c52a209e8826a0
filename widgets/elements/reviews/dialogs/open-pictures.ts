import type { Say } from '../../say.ts'
import type { FeedState, Lists } from '../feed.ts'
import type { Review } from '../wire.ts'
import { type Shown, showPictures, showReview } from './pictures.ts'
import { createReel, type Load } from './reel.ts'

const patience = 10_000 // ms

type Opened = {
  say: Say
  lists: Lists
  state: FeedState
  /** Pictures that cannot be displayed. */
  broken: Iterable<string>
}

/** Shows a picture of a list of reviews, and then those of its further pages, of the reviews with pictures first. */
export async function openPictures(
  root: ShadowRoot,
  { say, lists, state, broken }: Opened,
  first = '',
): Promise<void> {
  const { query, reviews, storeName, hasMore } = state
  const load = (offset: number) =>
    lists.reviews({ ...query, orderBy: 'with_pictures' }, offset, AbortSignal.timeout(patience))
  await openView(root, { say, storeName, first, broken }, reviews, hasMore ? load : undefined)
}

/**
 * Opens the picture view at the picture `first` of these reviews; `load` reads further ones. If `first` is a review, it
 * opens alone.
 */
export async function openView(
  root: ShadowRoot,
  {
    broken,
    first,
    ...shown
  }: Pick<Shown, 'say' | 'storeName'> & Pick<Opened, 'broken'> & { first: string | Review },
  reviews: readonly Review[],
  load?: Load,
): Promise<void> {
  if (typeof first !== 'string') return await showReview(root, { ...shown, review: first })
  const reel = createReel(reviews, load)
  for (const address of broken) reel.drop(address)
  await showPictures(root, { ...shown, first, reel })
}
