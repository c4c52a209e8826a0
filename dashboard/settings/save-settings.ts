import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SettingsChange } from '../../server/tenants/stores/settings/settings-schemas.ts'
import { patch, storePath } from '../api.ts'
import { useStore } from '../store.tsx'
import type { Settings } from '../store-settings.ts'
import { useCommonTexts } from '../words/words.tsx'

export function useSaveSettings() {
  const { store_id } = useStore()
  const { common } = useCommonTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: SettingsChange) => patch<Settings>(storePath(store_id, '/settings'), change),
    onSuccess: settings => {
      queryClient.setQueryData([store_id, 'settings'], settings)
      void queryClient.invalidateQueries({ queryKey: [store_id, 'history'] })
      void queryClient.invalidateQueries({ queryKey: ['session'] }) // contains the store's name
      notifications.show({ message: common.saved })
    },
  })
}
