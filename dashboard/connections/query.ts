import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  AddedConnection,
  EventPage,
  Findings,
  ShownConnection,
} from '../../server/api/dashboard/connections/connection-schemas.ts'
import { get, patch, post, remove, storePath, type Wire } from '../api.ts'
import { type ActOptions, useActWith } from '../parts/act.ts'
import { useStore } from '../store.tsx'

export type Connection = Wire<ShownConnection>
export type Finding = Findings['findings'][number]
export type Event = Wire<EventPage>['result'][number]
export type EventState = Event['state']

/** Fields to send. Absent ones stay as they are. */
export type Values = {
  name?: string
  url?: string
  key?: string
  secret?: string
  token?: string
  options?: Record<string, string>
}

const seconds = 1000

/** The store's connections. They are reloaded, because events arrive at any time. */
export function useConnections() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'connections'],
    queryFn: async () => (await get<{ result: Connection[] }>(storePath(store_id, '/connections'))).result,
    refetchInterval: 5 * seconds,
  })
}

/** Pages of a connection's log, newest first. */
export function useEvents(connectionId: string, state: EventState | undefined) {
  const { store_id } = useStore()
  return useInfiniteQuery({
    queryKey: [store_id, 'connections', connectionId, 'events', state ?? 'all'],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...(state && { state }), ...(pageParam && { after: pageParam }) })
      return get<Wire<EventPage>>(storePath(store_id, `/connections/${connectionId}/events?${query}`))
    },
    initialPageParam: '',
    getNextPageParam: last => last.next ?? undefined,
    // Each page is a request, so longer lists wait longer.
    refetchInterval: ({ state: { data } }) => 5 * seconds * Math.max(1, data?.pages.length ?? 1),
  })
}

/** Requests about connections; each reloads them afterwards. */
export function useConnectionRequests() {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const at = (path: string) => storePath(store_id, `/connections${path}`)
  const reload = async () => {
    void queries.invalidateQueries({ queryKey: [store_id, 'history'] })
    await queries.invalidateQueries({ queryKey: [store_id, 'connections'] })
  }
  const check = async (id: string, what: 'test' | 'repair') =>
    (await post<Findings>(at(`/${id}/${what}`))).findings
  return {
    reload,
    add: (platform: Connection['platform'], values: Values) =>
      post<Wire<AddedConnection>>(at(''), { platform, ...values }),
    change: (id: string, values: Values) => patch<Connection>(at(`/${id}`), values),
    test: (id: string) => check(id, 'test'),
    repair: (id: string) => check(id, 'repair'),
    act: (id: string, path: string, body?: object) => post(at(`/${id}/${path}`), body),
    renewSecret: async (id: string) => (await post<{ secret: string }>(at(`/${id}/secret`))).secret,
    retryAll: async (id: string) => (await post<{ retried: number }>(at(`/${id}/retry`))).retried,
    remove: (id: string) => remove(at(`/${id}`)),
  }
}

/** A request of a button, with its message of success. */
export function useAct<Result = void, Input = void>(
  act: (input: Input) => Promise<Result>,
  options: ActOptions<Result> = {},
) {
  return useActWith(useConnectionRequests().reload, act, options)
}
