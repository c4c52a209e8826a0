import { sheetOf } from '../../../css.ts'
import type { Say } from '../../say.ts'
import { styles } from '../reviews.styles.ts'
import type { Review, ReviewList } from '../wire.ts'
import { openView } from './open-pictures.ts'

type Opened = {
  say: Say
  list: ReviewList
  /** Reads the reviews from an offset. */
  read: (offset: number) => Promise<ReviewList>
  /** Pictures that cannot be displayed. */
  broken: Iterable<string>
  first: string | Review
}

/** Opens the picture view, or a review alone, for an element without the styles of reviews. */
export async function openStrip(root: ShadowRoot, { say, list, read, broken, first }: Opened): Promise<void> {
  dress(root)
  const { result, count, meta } = list
  const from = result.length
  const load = async (offset: number) => {
    const more = await read(from + offset)
    return { ...more, count: more.count - from }
  }
  const view = { say, storeName: meta.store_name, broken, first }
  await openView(root, view, result, count > from ? load : undefined)
}

// The element's own styles follow, so that it stays as it is.
function dress(root: ShadowRoot): void {
  const [sheet, { adoptedStyleSheets: own }] = [sheetOf(styles), root]
  if (!own.includes(sheet)) root.adoptedStyleSheets = [sheet, ...own]
}
