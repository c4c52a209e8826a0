import type { Shown } from './dialogs/pictures.ts'
import type { Load } from './dialogs/reel.ts'
import type { Review } from './wire.ts'

/**
 * Opens the picture view at the picture `first` of these reviews; `load` reads further ones. A review without pictures
 * opens alone. The code is loaded when the first dialog opens.
 */
export async function openDialogs(
  root: ShadowRoot,
  { broken, ...shown }: Omit<Shown, 'reel'> & { broken: Iterable<string> },
  reviews: readonly Review[],
  load?: Load,
): Promise<void> {
  const [{ showPictures, showReview }, { createReel }] = await Promise.all([
    import('./dialogs/pictures.ts'),
    import('./dialogs/reel.ts'),
  ])
  const reel = createReel(reviews, load)
  for (const address of broken) reel.drop(address)
  const [review] = reviews
  if (shown.first || !review) await showPictures(root, { ...shown, reel })
  else await showReview(root, { ...shown, review })
}
