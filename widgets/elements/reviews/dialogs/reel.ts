import type { Review, ReviewList } from '../wire.ts'

export type Picture = { address: string; review: Review }

/** The pictures of a list of reviews, one after another. */
export type Reel = {
  readonly pictures: readonly Picture[]
  /** Whether no further pictures can be loaded. */
  readonly isWhole: boolean
  /** Loads the pictures of further reviews. Calls at the same time share one request. */
  extend: () => Promise<void>
  /** Leaves out a picture that cannot be displayed. */
  drop: (address: string) => void
}

/** Loads reviews from an offset, those with pictures first. */
export type Load = (offset: number) => Promise<ReviewList>

/**
 * Begins with the pictures of the loaded reviews. `load` provides the others; undefined if all reviews are loaded. After
 * an error the reel ends: what is loaded can still be seen.
 */
export function createReel(reviews: readonly Review[], load: Load | undefined): Reel {
  const known = new Set<string>()
  const dropped = new Set<string>()
  let pictures: Picture[] = []
  let isWhole = !load
  let offset = 0
  let loading: Promise<void> | undefined
  const add = (more: readonly Review[]) => {
    const fresh = more.filter(({ id }) => !known.has(id))
    for (const { id } of fresh) known.add(id)
    const all = fresh.flatMap(review => review.pictures.map(address => ({ address, review })))
    pictures = [...pictures, ...all.filter(({ address }) => !dropped.has(address))]
  }
  const step = async (next: Load) => {
    try {
      const { result, count } = await next(offset)
      offset += result.length
      // Those with pictures come first: the first review without any ends them.
      isWhole = result.length === 0 || offset >= count || result.some(({ pictures }) => pictures.length === 0)
      add(result)
    } catch {
      isWhole = true
    }
    loading = undefined
  }
  add(reviews)
  return {
    get pictures() {
      return pictures
    },
    get isWhole() {
      return isWhole
    },
    extend: async () => {
      if (load && !isWhole) loading ??= step(load)
      await loading
    },
    drop: address => {
      dropped.add(address)
      pictures = pictures.filter(one => one.address !== address)
    },
  }
}
