import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { decided, ShownReview as Shown } from '../../server/api/dashboard/reviews/review-schemas.ts'
import { get, postKeepalive, put, remove, storePath, type Wire } from '../api.ts'
import { useStateCounts } from '../parts/queue/follow-changes.ts'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'

export type Review = Wire<Shown>

type Page = { result: Review[]; next: string | null }

export const filterNames = [
  'state',
  'product_id',
  'subject',
  'from',
  'to',
  'unanswered',
  'flagged',
  'reported',
  'pictures',
  'language',
  'rating',
  'text',
  'oldest',
] as const

export type FilterName = (typeof filterNames)[number]

/** The filters, stored in the URL; pending reviews, newest first, by default. */
export function useFilters() {
  const [params, setParams] = useUrlParams<FilterName | 'id'>()
  const filters = Object.fromEntries(
    filterNames.flatMap(name => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  ) as Partial<Record<FilterName, string>>
  const state = filters.state ?? 'pending'
  const setFilters = (change: Parameters<typeof setParams>[0], options?: Parameters<typeof setParams>[1]) => {
    const nextState = change.state === undefined ? state : (change.state ?? 'pending')
    // The server filters by rating only among published reviews: stars must not influence decisions.
    setParams(nextState === 'published' ? change : { ...change, rating: null }, options)
  }
  return { filters: { ...filters, state }, setFilters, openId: params.get('id') }
}

type Filters = Partial<Record<FilterName, string>>

export function useReviews(filters: Filters) {
  const { store_id } = useStore()
  const query = queryOf(filters)
  return useInfiniteQuery({
    queryKey: [store_id, 'reviews', query],
    queryFn: ({ pageParam }) =>
      get<Page>(storePath(store_id, `/reviews?${query}${pageParam ? `&after=${pageParam}` : ''}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
  })
}

/** The numbers of reviews on the tabs. They follow all filters but the order and the state itself. */
export function useReviewCounts({ oldest: _oldest, state: _state, rating, ...filters }: Filters) {
  const counts = useStateCounts('reviews', queryOf(filters))
  return rating ? null : counts
}

// "All" is no state of a review: without a state the server lists them all.
function queryOf({ state, ...filters }: Filters): string {
  return new URLSearchParams({
    ...(state && state !== 'all' && { state }),
    ...(filters as Record<string, string>),
  }).toString()
}

/**
 * The open review, from the list. If a link opens a review that is not loaded yet, it is fetched separately
 * (`canFetch`).
 */
export function useOpenReview(id: string | null, reviews: Review[], canFetch: boolean): Review | undefined {
  const { store_id } = useStore()
  const listed = reviews.find(review => review.id === id)
  const { data } = useQuery({
    queryKey: [store_id, 'reviews', 'one', id],
    queryFn: async () => (await get<Page>(storePath(store_id, `/reviews?id=${id}`))).result[0] ?? null,
    enabled: canFetch && id !== null && !listed,
  })
  return listed ?? (canFetch ? (data ?? undefined) : undefined)
}

type Mark = 'pin' | 'unpin' | 'mark_insider' | 'unmark_insider'

export type Decision = {
  action: 'publish' | 'reject' | 'remove' | 'restore'
  reason?: string
  ids: string[]
  /** Saved after the only review is published. */
  reply?: string | undefined
}

/** The name of the draft of the reply to a review. */
export const replyDraft = (id: string): string => `reviews/${id}`

/** Sends decisions and replies. `refresh` invalidates all queries of the store, because counts and histories change too. */
export function useReviewMutations() {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  return {
    refresh: () => queryClient.invalidateQueries({ queryKey: [store_id] }),
    decide: (decision: Pick<Decision, 'reason' | 'ids'> & { action: Decision['action'] | Mark }) =>
      postKeepalive<z.infer<typeof decided>>(storePath(store_id, '/reviews/decisions'), decision),
    setCaptions: (id: string, language: string, webvtt: string) =>
      put(storePath(store_id, `/reviews/${id}/captions/${language}`), { webvtt }),
    removeCaptions: (id: string, language: string) =>
      remove(storePath(store_id, `/reviews/${id}/captions/${language}`)),
    reply: (id: string, body: string | null) => put(storePath(store_id, `/reviews/${id}/reply`), { body }),
  }
}
