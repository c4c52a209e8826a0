import { useQuery } from '@tanstack/react-query'
import type { Waiting } from '../../server/dashboard/insights/insight-schemas.ts'
import { get, storePath, type Wire } from '../api.ts'
import { useStore } from '../store.tsx'

export type PendingTasks = Wire<Waiting>

/** What the store's people still have to do: the menu counts it, home lists it. */
export function usePendingTasks() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'waiting'],
    queryFn: () => get<PendingTasks>(storePath(store_id, '/waiting')),
  })
}
