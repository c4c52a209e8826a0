import { useIdle } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { StateCounts } from '../../../server/api/dashboard/content-schemas.ts'
import { get, storePath } from '../../api.ts'
import { useStore } from '../../store.tsx'

const every = 1_000 // ms

const idleAfter = 2 * 60_000 // ms

/**
 * Reloads what is displayed of the store soon after somebody else changed a review or question. Asks only while the
 * page is visible and somebody uses it: a forgotten tab costs nothing, and its session ends as it should. Besides the
 * session and the role, the server reads nothing from the database for it.
 */
export function useFollowChanges(): void {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  const key = [store_id, 'latest change']
  const isIdle = useIdle(idleAfter, { initialState: false })
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => (await get<{ change: string }>(storePath(store_id, '/latest-change'))).change,
    enabled: !isIdle,
    refetchInterval: every,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const last = useRef<string>(undefined)
  useEffect(() => {
    const isFirst = last.current === undefined
    // Empty: the server has just started or missed changes, so there may have been some.
    if (data === undefined || data === last.current) return
    last.current = data
    if (isFirst) return
    const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] === store_id && queryKey[1] !== 'latest change'
    void queryClient.invalidateQueries({ predicate: isOther })
  }, [data, store_id, queryClient])
}

/** The numbers of records in each state that the filters find; null if they cannot be counted. */
export function useStateCounts(kind: 'reviews' | 'questions', query: string) {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, kind, 'counts', query],
    queryFn: async () =>
      (await get<{ counts: StateCounts | null }>(storePath(store_id, `/${kind}/counts?${query}`))).counts,
    placeholderData: before => before,
  }).data
}
