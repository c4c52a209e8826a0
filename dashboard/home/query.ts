import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  Figures,
  RequestFigures,
  Insights as ServerInsights,
} from '../../server/answers/insights/insight-schemas.ts'
import type { FirstSteps } from '../../server/api/dashboard/insights/insight-schemas.ts'
import { get, storePath, type Wire } from '../api.ts'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'

export type { Figures, FirstSteps, RequestFigures }
export type Insights = Wire<ServerInsights>
export type Point = Insights['points'][number]

export const ranges = ['7d', '30d', '90d', '12m'] as const

export type RangeName = (typeof ranges)[number] | 'custom'

export type Range = { name: RangeName; from: string; to: string }

/** The range in the URL; the last 30 days by default. */
export function useRange() {
  const [params, setParams] = useUrlParams<'range' | 'from' | 'to'>()
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  const namedRange = ranges.find(range => range === params.get('range')) ?? '30d'
  const name: RangeName = from && to ? 'custom' : namedRange
  return {
    range: { name, from, to } satisfies Range,
    setRange: (change: { range: string } | { from: string; to: string }) =>
      setParams({ range: null, from: null, to: null, ...change }),
  }
}

/** The figures of a range. The previous range of the same store stays visible while the next one loads. */
export function useInsights(range: Range) {
  const { store_id } = useStore()
  const query = queryOf(range)
  return useQuery({
    queryKey: [store_id, 'insights', query],
    queryFn: () => get<Insights>(storePath(store_id, `/insights?${query}`)),
    placeholderData: (before, query) =>
      query?.queryKey[0] === store_id ? keepPreviousData(before) : undefined,
  })
}

/** The requests that were sent in the range. */
export function useRequestFigures(range: Range) {
  const { store_id } = useStore()
  const query = queryOf(range)
  return useQuery({
    queryKey: [store_id, 'request-figures', query],
    queryFn: () => get<RequestFigures>(storePath(store_id, `/insights/requests?${query}`)),
    placeholderData: (before, query) =>
      query?.queryKey[0] === store_id ? keepPreviousData(before) : undefined,
  })
}

const queryOf = ({ name, from, to }: Range) =>
  new URLSearchParams(name === 'custom' ? { from, to } : { range: name }).toString()

export function useFirstSteps() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'first-steps'],
    queryFn: () => get<FirstSteps>(storePath(store_id, '/first-steps')),
    // The steps are taken on other screens and in other tabs.
    refetchOnMount: 'always',
  })
}
