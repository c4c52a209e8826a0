import { useQueryClient } from '@tanstack/react-query'
import { remove } from '../../api.ts'
import { useMe } from '../../session.tsx'
import { clearDrafts } from '../drafts/draft-storage.ts'

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
