import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SettingsChange, ShownSettings } from '../../../server/stores/settings-schemas.ts'
import { get, ofStore, patch, type Wire } from '../../api.ts'
import { useStore } from '../../store.tsx'
import { useWords } from '../../words/words.tsx'

export type Settings = Wire<ShownSettings>

export function useSettings() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'settings'],
    queryFn: () => get<Settings>(ofStore(store_id, '/settings')),
  })
}

export function useSaveSettings() {
  const { store_id } = useStore()
  const { common } = useWords()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: SettingsChange) => patch<Settings>(ofStore(store_id, '/settings'), change),
    onSuccess: settings => {
      queries.setQueryData([store_id, 'settings'], settings)
      void queries.invalidateQueries({ queryKey: [store_id, 'history'] })
      void queries.invalidateQueries({ queryKey: ['session'] }) // it has the store's name
      notifications.show({ message: common.saved })
    },
  })
}
