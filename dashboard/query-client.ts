import { type InvalidateQueryFilters, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './api.ts'

/**
 * A query client whose `invalidateQueries` also restarts a first fetch. TanStack Query restarts only those that have data:
 * the answer of a first fetch may be older than the change that invalidated it, and would count as the state after it.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: Parameters<QueryClient['invalidateQueries']>[1],
  ): Promise<void> {
    const hasNoData: InvalidateQueryFilters['predicate'] = query =>
      query.state.data === undefined && (filters.predicate?.(query) ?? true)
    // Silently: callers that await the earlier fetch get the result of the next one.
    void this.cancelQueries(
      { ...filters, type: 'active', predicate: hasNoData },
      { revert: false, silent: true },
    )
    return super.invalidateQueries(filters, options)
  }
}

// A store or the operator has begun to require a second factor: the session says so, and the screen to set it up opens.
const onError = (error: Error) => {
  if (error instanceof ApiFailure && error.code === factorMissing)
    void queryClient.invalidateQueries({ queryKey: ['session'] })
}

const factorMissing = 8141311

export const queryClient = new FreshQueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // Retry only network failures and 5xx responses: a 4xx response would be the same again.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiFailure && error.status < 500),
      staleTime: 10_000,
    },
  },
})

// A change sets what it returns. An answer under way may be older, and would replace it.
queryClient.getQueryCache().subscribe(event => {
  if (event.type === 'updated' && event.action.type === 'success' && event.action.manual)
    void event.query.cancel({ revert: true })
})
