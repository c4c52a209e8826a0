import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { decided, ShownReview as Shown } from '../../server/reviews/review-schemas.ts'
import { get, ofStore, post, type Wire } from '../api.ts'
import { useStore } from '../store.tsx'

export type Review = Wire<Shown>

type Page = { result: Review[]; next: string | null }

export const filterNames = [
  'state',
  'product_id',
  'flagged',
  'reported',
  'pictures',
  'language',
  'rating',
  'text',
  'oldest',
] as const

export type FilterName = (typeof filterNames)[number]

/** The filters, kept in the address: what waits, the oldest first, unless it says otherwise. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const filters = Object.fromEntries(
    filterNames.flatMap(name => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  ) as Partial<Record<FilterName, string>>
  const state = filters.state ?? 'pending'
  const set = (change: Partial<Record<FilterName | 'id', string | null>>) =>
    setParams(
      before => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          if (value === null || value === undefined || value === '') after.delete(name)
          else after.set(name, value)
        }
        // Stars say nothing about what waits: there the filter goes.
        if ((after.get('state') ?? 'pending') !== 'published') after.delete('rating')
        return after
      },
      { replace: true },
    )
  return { filters: { ...filters, state }, set, chosen: params.get('id') }
}

export function useReviews(filters: Partial<Record<FilterName, string>>) {
  const { store_id } = useStore()
  const query = new URLSearchParams(filters as Record<string, string>).toString()
  return useInfiniteQuery({
    queryKey: [store_id, 'reviews', query],
    queryFn: ({ pageParam }) =>
      get<Page>(ofStore(store_id, `/reviews?${query}${pageParam ? `&after=${pageParam}` : ''}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
  })
}

export type Decision = { action: 'publish' | 'reject' | 'remove' | 'restore'; reason?: string; ids: string[] }

/** Takes reviews out of every list that is on the screen, or asks for them anew. */
export function useReviewLists() {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const queryKey = [store_id, 'reviews']
  return {
    hide: (ids: string[]) =>
      queries.setQueriesData<InfiniteData<Page>>({ queryKey }, data =>
        data?.pages
          ? {
              ...data,
              pages: data.pages.map(page => ({
                ...page,
                result: page.result.filter(({ id }) => !ids.includes(id)),
              })),
            }
          : data,
      ),
    refresh: () => queries.invalidateQueries({ queryKey }),
    decide: (decision: Decision) =>
      post<z.infer<typeof decided>>(ofStore(store_id, '/reviews/decisions'), decision),
  }
}
