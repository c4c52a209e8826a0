import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type {
  ListedOrder,
  OrderDetails,
  RequestPreview,
} from '../../server/api/dashboard/orders/order-schemas.ts'
import { get, post, storePath, type Wire } from '../api.ts'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'
import { detailsInterval, listInterval } from './polling.ts'

export type Order = Wire<ListedOrder>
export type Details = Wire<OrderDetails>
export type Preview = Wire<RequestPreview>
export type DetailedRequest = Details['requests'][number]
export type RequestState = Order['requests'][number]['state']

type Page = { result: Order[]; next: string | null }

const filterNames = ['q', 'state', 'due'] as const

export type Filters = Partial<Record<(typeof filterNames)[number], string>>

/** The filters and the open order, stored in the URL. */
export function useFilters() {
  const [params, setFilters] = useUrlParams<keyof Filters | 'id'>()
  const filters = Object.fromEntries(
    filterNames.flatMap(name => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  ) as Filters
  return { filters, setFilters, openOrderId: params.get('id') }
}

export function useOrders({ q, state, due }: Filters) {
  const { store_id } = useStore()
  // A search ignores the other filters, because no index covers the combination.
  const parameters = q ? { [q.includes('@') ? 'email' : 'order_id']: q } : { state, due }
  const query = new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
  return useInfiniteQuery({
    queryKey: [store_id, 'orders', query],
    queryFn: ({ pageParam }) =>
      get<Page>(storePath(store_id, `/orders?${query}${pageParam ? `&after=${pageParam}` : ''}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
    refetchInterval: ({ state }) => listInterval(state.data?.pages ?? []),
  })
}

const orderKey = (storeId: string, orderId: string) => [storeId, 'order', orderId]

/** The details of an order. The list follows them: a row never says less than the panel beside it. */
export function useOrder(orderId: string) {
  const { store_id } = useStore()
  const order = useOrderQuery(orderId)
  const queryClient = useQueryClient()
  const states = order.data && statesOf(order.data)
  const before = useRef(states)
  useEffect(() => {
    if (before.current !== undefined && before.current !== states)
      void queryClient.invalidateQueries({ queryKey: [store_id, 'orders'] })
    before.current = states
  }, [queryClient, store_id, states])
  return order
}

const statesOf = ({ order_id, requests }: Details) =>
  JSON.stringify([order_id, requests.map(({ state, due_at, mails }) => [state, due_at, mails])])

function useOrderQuery(orderId: string) {
  const { store_id } = useStore()
  return useQuery({
    queryKey: orderKey(store_id, orderId),
    queryFn: () =>
      get<Details>(storePath(store_id, `/orders/detail?${new URLSearchParams({ order_id: orderId })}`)),
    refetchInterval: ({ state }) => detailsInterval(state.data),
  })
}

export function useMailPreview(orderId: string, requestId: string | undefined) {
  const { store_id } = useStore()
  const query = new URLSearchParams({ order_id: orderId, request_id: requestId ?? '' })
  return useQuery({
    queryKey: [store_id, 'request preview', orderId, requestId],
    queryFn: () => get<Preview>(storePath(store_id, `/orders/preview?${query}`)),
    enabled: requestId !== undefined,
  })
}

type OrderVerb = 'move' | 'cancel' | 'send-now' | 'deliver' | 'refund'

/** Changes an order. Then caches the returned details and invalidates the lists. */
export function useOrderAction(verb: OrderVerb, message: string, onDone: () => void) {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { order_id: string; date?: string; product_ids?: string[] }) =>
      post<Details>(storePath(store_id, `/orders/${verb}`), body),
    onSuccess: details => {
      queryClient.setQueryData(orderKey(store_id, details.order_id), details)
      void queryClient.invalidateQueries({ queryKey: [store_id, 'orders'] })
      void queryClient.invalidateQueries({ queryKey: [store_id, 'request preview', details.order_id] })
      notifications.show({ message })
      onDone()
    },
  })
}
