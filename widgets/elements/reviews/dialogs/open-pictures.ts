import type { Review } from '../wire.ts'
import { type Shown, showPictures, showReview } from './pictures.ts'
import { createReel, type Load } from './reel.ts'

/** Opens the picture view, or a review without pictures alone. `broken` are pictures that cannot be displayed. */
export async function openPictures(
  root: ShadowRoot,
  { broken, ...shown }: Omit<Shown, 'reel'> & { broken: Iterable<string> },
  reviews: readonly Review[],
  load?: Load,
): Promise<void> {
  const reel = createReel(reviews, load)
  for (const address of broken) reel.drop(address)
  const [review] = reviews
  if (shown.first || !review) await showPictures(root, { ...shown, reel })
  else await showReview(root, { ...shown, review })
}
