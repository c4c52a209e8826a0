import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FeedList, MadeFeed, ShownFeed } from '../../server/exchange/feeds/feed-schemas.ts'
import { get, post, remove, storePath, type Wire } from '../api.ts'
import { useStore } from '../store.tsx'

export type Feed = Wire<ShownFeed>
export type FeedFormat = Feed['format']

export function useFeeds() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'feeds'],
    queryFn: () => get<Wire<FeedList>>(storePath(store_id, '/feeds')),
  })
}

export function useFeedActions() {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  const path = storePath(store_id, '/feeds')
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: [store_id, 'feeds'] })
  return {
    create: useMutation({
      mutationFn: (format: FeedFormat) => post<Wire<MadeFeed>>(path, { format }),
      // After a refusal too: another member may have created the last feed that is allowed.
      onSettled: onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => remove(`${path}/${id}`), onSuccess }),
  }
}
