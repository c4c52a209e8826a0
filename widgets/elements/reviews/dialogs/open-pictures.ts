import type { Source } from '../../../config.ts'
import type { Say } from '../../say.ts'
import type { FeedState } from '../feed.ts'
import { listsOf } from '../lists.ts'
import { showPictures } from './pictures.ts'
import { createReel } from './reel.ts'

const picturesPerRequest = 20 // reviews
const patience = 10_000 // ms

type Opened = {
  say: Say
  source: Source
  state: FeedState
  /** Pictures that cannot be displayed. */
  broken: Iterable<string>
}

/** Shows a picture of a list of reviews, and then those of its further pages, of the reviews with pictures first. */
export function openPictures(root: ShadowRoot, { say, source, state, broken }: Opened, first = ''): void {
  const { query, reviews, storeName, hasMore } = state
  const lists = listsOf(source, picturesPerRequest)
  const load = (offset: number) =>
    lists.reviews({ ...query, orderBy: 'with_pictures' }, offset, AbortSignal.timeout(patience))
  const reel = createReel(reviews, hasMore ? load : undefined)
  for (const address of broken) reel.drop(address)
  showPictures(root, { say, storeName, reel, first })
}
