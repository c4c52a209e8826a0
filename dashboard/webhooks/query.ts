import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  DeliveryPage,
  ShownWebhooks,
  WebhookWithSecret,
  WholeDelivery,
} from '../../server/api/dashboard/webhooks/webhook-schemas.ts'
import { get, patch, post, remove, storePath, type Wire } from '../api.ts'
import { type ActOptions, useActWith } from '../parts/act.ts'
import { useStore } from '../store.tsx'

export type Webhook = Wire<ShownWebhooks>['result'][number]
export type EventType = Webhook['events'][number]
export type Delivery = Wire<DeliveryPage>['result'][number]
export type DeliveryState = Delivery['state']

/** What a member enters. Without events, the webhook receives all of them. */
export type Entered = { url: string; events: EventType[] }

const seconds = 1000

/** The store's webhooks. They are reloaded, because events are sent at any time. */
export function useWebhooks() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'webhooks'],
    queryFn: async () => (await get<Wire<ShownWebhooks>>(storePath(store_id, '/webhooks'))).result,
    refetchInterval: 5 * seconds,
  })
}

/** Pages of a webhook's deliveries, newest first. */
export function useDeliveries(webhookId: string, state: DeliveryState | undefined) {
  const { store_id } = useStore()
  return useInfiniteQuery({
    queryKey: [store_id, 'webhooks', webhookId, 'deliveries', state ?? 'all'],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...(state && { state }), ...(pageParam && { after: pageParam }) })
      return get<Wire<DeliveryPage>>(storePath(store_id, `/webhooks/${webhookId}/deliveries?${query}`))
    },
    initialPageParam: '',
    getNextPageParam: last => last.next ?? undefined,
    // Each page is a request, so longer lists wait longer.
    refetchInterval: ({ state: { data } }) => 5 * seconds * Math.max(1, data?.pages.length ?? 1),
  })
}

/** A delivery with its request and answer. It is reloaded until it is delivered, or failed for good. */
export function useDelivery(webhookId: string, deliveryId: string) {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'webhooks', webhookId, 'delivery', deliveryId],
    queryFn: () =>
      get<Wire<WholeDelivery>>(storePath(store_id, `/webhooks/${webhookId}/deliveries/${deliveryId}`)),
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? 2 * seconds : false),
  })
}

/** Requests about webhooks. */
export function useWebhookRequests() {
  const { store_id } = useStore()
  const at = (path: string) => storePath(store_id, `/webhooks${path}`)
  return {
    add: (entered: Entered) => post<Wire<WebhookWithSecret>>(at(''), entered),
    change: (id: string, change: Partial<Entered> & { state?: Webhook['state'] }) =>
      patch(at(`/${id}`), change),
    rotate: (id: string) => post<Wire<WebhookWithSecret>>(at(`/${id}/secret`)),
    test: (id: string, type: EventType) => post<Delivery>(at(`/${id}/test`), { type }),
    replay: (id: string, deliveryId: string) => post(at(`/${id}/deliveries/${deliveryId}/replay`)),
    replayTime: async (id: string, from: Date, to: Date) => {
      const times = { from: from.toISOString(), to: to.toISOString() }
      return (await post<{ replayed: number }>(at(`/${id}/replay`), times)).replayed
    },
    remove: (id: string) => remove(at(`/${id}`)),
  }
}

/** Reloads the webhooks with their deliveries, and the history. */
export function useReload(): () => Promise<void> {
  const { store_id } = useStore()
  const queries = useQueryClient()
  return async () => {
    void queries.invalidateQueries({ queryKey: [store_id, 'history'] })
    await queries.invalidateQueries({ queryKey: [store_id, 'webhooks'] })
  }
}

/** A request of a button, with its message of success. */
export function useAct<Result = void, Input = void>(
  act: (input: Input) => Promise<Result>,
  options: ActOptions<Result> = {},
) {
  return useActWith(useReload(), act, options)
}
