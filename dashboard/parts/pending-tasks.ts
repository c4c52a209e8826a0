import { useQuery } from '@tanstack/react-query'
import type { ToDo } from '../../server/api/dashboard/insights/insight-schemas.ts'
import { get, storePath, type Wire } from '../api.ts'
import { useStore } from '../store.tsx'

export type PendingTasks = Wire<ToDo>

/** The store's open tasks: the menu shows their number, the home screen lists them. */
export function usePendingTasks() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'waiting'],
    queryFn: () => get<PendingTasks>(storePath(store_id, '/waiting')),
  })
}
