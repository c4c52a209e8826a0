import { useMutation, useQueryClient } from '@tanstack/react-query'
import { put, storePath } from '../api.ts'
import { useStore } from '../store.tsx'
import type { FirstSteps } from './query.ts'

/** Dismisses the store's first steps for this user, on every device. Another member's stay: they are advice. */
export function useDismissSteps(): () => void {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  const queryKey = [store_id, 'first-steps']
  const { mutate } = useMutation({
    mutationFn: () => put(storePath(store_id, '/first-steps/dismissal'), {}),
    onMutate: () => {
      queryClient.setQueryData<FirstSteps>(queryKey, steps => steps && { ...steps, dismissed: true })
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return mutate
}
