import { useQuery } from '@tanstack/react-query'
import type { ShownSettings } from '../server/tenants/stores/settings/settings-schemas.ts'
import { get, storePath, type Wire } from './api.ts'
import { useStore } from './store.tsx'

export type Settings = Wire<ShownSettings>

/** The settings of the current store. */
export function useSettings() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'settings'],
    queryFn: () => get<Settings>(storePath(store_id, '/settings')),
  })
}
