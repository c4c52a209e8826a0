import { useQuery } from '@tanstack/react-query'
import type { RewardOnScreen } from '../../../server/api/dashboard/settings/reward-schemas.ts'
import { get, storePath, type Wire } from '../../api.ts'
import { useStore } from '../../store.tsx'

export function useReward() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'reward'],
    queryFn: () => get<Wire<RewardOnScreen>>(storePath(store_id, '/reward')),
  })
}
