import { joined } from '../joined.ts'
import { type Summary, summarise } from './summary.ts'
import type { Rating, Review, ReviewList } from './wire.ts'

export const orders = [
  'most_recent',
  'oldest',
  'most_positive',
  'most_negative',
  'most_voted',
  'with_pictures',
] as const

/** Search terms, filters and order, and the language of terms and labels. No `ratings` means all. */
export type Query = {
  terms: string
  locale?: string | undefined
  ratings: readonly number[]
  /** Values by parameters, such as `attribute.fit`. */
  answers?: Readonly<Record<string, string[]>> | undefined
  orderBy: (typeof orders)[number]
}

/** What is loading: the first page, a change of filters or order, or the next page. */
export type Step = 'first' | 'filter' | 'more'

export type FeedState = {
  query: Query
  /** Undefined until the first load. */
  summary: Summary | undefined
  reviews: readonly Review[]
  /** The number of matches. */
  count: number
  hasMore: boolean
  storeName: string | undefined
  writeUrl: string | undefined
  busy: Step | undefined
  failed: Step | undefined
}

/** Loads the lists. Each function throws on failure. */
export type Lists = {
  ratings: (signal: AbortSignal, cache?: RequestCache) => Promise<{ result: Rating[] }>
  reviews: (query: Query, offset: number, signal: AbortSignal, cache?: RequestCache) => Promise<ReviewList>
}

export type Feed = {
  readonly state: FeedState
  load: (step: Step, change?: Partial<Query>) => Promise<void>
  stop: () => void
}

/** The state before the first response. */
export const nothingRead: FeedState = {
  query: { terms: '', ratings: [], orderBy: 'most_recent' },
  summary: undefined,
  reviews: [],
  count: 0,
  hasMore: false,
  storeName: undefined,
  writeUrl: undefined,
  busy: undefined,
  failed: undefined,
}

// The API's maximum offset.
const mostOffset = 10_000

/**
 * The reviews of one product, page by page. Loaded reviews stay until the next response arrives. A new request aborts
 * the previous one. `changed` is called after each change, with the completed step or the error. A list is displayed
 * when `prepared` has resolved, which must not reject.
 */
export function createFeed(
  lists: Lists,
  changed: (done?: Step, error?: unknown) => void,
  prepared: (list: ReviewList) => Promise<void>,
): Feed {
  let running: AbortController | undefined
  let state = nothingRead
  let offset = 0
  const set = (change: Partial<FeedState>, done?: Step, error?: unknown) => {
    state = { ...state, ...change }
    changed(done, error)
  }
  const load: Feed['load'] = async (step, change) => {
    running?.abort()
    running = new AbortController()
    const { signal } = running
    const from = step === 'more' ? offset : 0
    const query = { ...state.query, ...change }
    set({ query, busy: step, failed: undefined })
    try {
      const read = (cache?: RequestCache) =>
        Promise.all([
          lists.reviews(query, from, signal, cache),
          state.summary ?? lists.ratings(signal, cache).then(({ result }) => summarise(result)),
        ])
      let [list, summary] = await read()
      // The browser cached the two at different times, maybe a day apart, and they contradict each other.
      if (step === 'first' && list.count !== summary.total) [list, summary] = await read('no-cache')
      await prepared(list)
      if (signal.aborted) return
      offset = from + list.result.length
      set(
        {
          summary,
          ...pageOf(list, from),
          reviews: from > 0 ? joined(state.reviews, list.result) : list.result,
          busy: undefined,
        },
        step,
      )
    } catch (error) {
      if (!signal.aborted) set({ busy: undefined, failed: step }, undefined, error)
    }
  }
  return {
    get state() {
      return state
    },
    load,
    stop: () => running?.abort(),
  }
}

/** A response that begins at `from`, as a part of the state. */
export function pageOf(
  { result, count, meta }: ReviewList,
  from: number,
): Pick<FeedState, 'reviews' | 'count' | 'hasMore' | 'storeName' | 'writeUrl'> {
  const next = from + result.length
  return {
    reviews: result,
    count,
    hasMore: result.length > 0 && next < count && next <= mostOffset,
    storeName: meta.store_name,
    writeUrl: webAddress(meta.write_url),
  }
}

function webAddress(text = ''): string | undefined {
  return /^https?:/.test(text) && URL.canParse(text) ? text : undefined
}
