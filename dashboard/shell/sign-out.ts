import { useQueryClient } from '@tanstack/react-query'
import { remove } from '../api.ts'
import { clearDrafts } from '../parts/drafts/draft-storage.ts'
import { useMe } from '../session.tsx'

/** Signs out, and deletes cached responses and unsaved drafts. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  const { person } = useMe()
  return async () => {
    await remove('/session').catch(() => {})
    clearDrafts(person.id)
    queryClient.clear()
    location.assign('/admin')
  }
}
