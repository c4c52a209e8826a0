import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CampaignList, CampaignWire } from '../../server/asking/campaigns/campaign-schemas.ts'
import { get, post, storePath, type Wire } from '../api.ts'
import { useStore } from '../store.tsx'

export type Campaign = Wire<CampaignWire>
export type ListedCampaign = Wire<CampaignList>['result'][number]

const second = 1_000 // ms

/** All campaigns of the store, the newest first. */
export function useCampaigns() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'campaigns'],
    queryFn: () => get<Wire<CampaignList>>(storePath(store_id, '/campaigns')),
    refetchInterval: 10 * second,
  })
}

const campaignKey = (storeId: string, id: string) => [storeId, 'campaign', id]

/** One campaign: every second while its buyers are being listed, because somebody waits for the preview. */
export function useCampaign(id: string) {
  const { store_id } = useStore()
  return useQuery({
    queryKey: campaignKey(store_id, id),
    queryFn: () => get<Campaign>(storePath(store_id, `/campaigns/${id}`)),
    refetchInterval: ({ state }) => (state.data?.state === 'planning' ? second : 5 * second),
  })
}

export type NewCampaign = { from: string; to: string; per_day?: number | undefined }

/** Lists the buyers of a new campaign. */
export function usePreview() {
  const { store_id } = useStore()
  const keep = useKeep()
  return useMutation({
    mutationFn: (wish: NewCampaign) => post<Campaign>(storePath(store_id, '/campaigns'), wish),
    onSuccess: keep,
  })
}

/** Starts, pauses, resumes or stops a campaign. */
export function useCampaignAction(
  id: string,
  verb: 'start' | 'pause' | 'resume' | 'stop',
  message: string,
  onDone: () => void = () => {},
) {
  const { store_id } = useStore()
  const keep = useKeep()
  return useMutation({
    mutationFn: () =>
      post<Campaign>(
        storePath(store_id, `/campaigns/${id}/${verb}`),
        verb === 'start' ? { buyers_may_be_asked: true } : {},
      ),
    onSuccess: changed => {
      keep(changed)
      notifications.show({ message })
      onDone()
    },
  })
}

function useKeep() {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  return (campaign: Campaign) => {
    queryClient.setQueryData(campaignKey(store_id, campaign.id), campaign)
    void queryClient.invalidateQueries({ queryKey: [store_id, 'campaigns'] })
  }
}
