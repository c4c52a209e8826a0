import { queryOptions } from '@tanstack/react-query'
import type { OperatorList } from '../../server/api/operators/access-schemas.ts'
import type {
  Health,
  InstallationUsage,
  LogPage,
  StoreDetail,
  StorePage,
  StoreUsage,
} from '../../server/api/operators/operator-schemas.ts'
import { get, type Wire } from '../api.ts'

export type OperatedStore = Wire<StorePage>['data'][number]
export type OperatedStoreDetail = Wire<StoreDetail>
export type Usage = Wire<StoreUsage>
export type ServiceHealth = Wire<Health>
export type Operator = Wire<OperatorList>['result'][number]
export type Operation = Wire<LogPage>['data'][number]

/** A path in the operators' part of the API. */
export const operatorPath = (path: string) => `/operator${path}`

export const storeQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['operator', 'stores', storeId],
    queryFn: () => get<OperatedStoreDetail>(operatorPath(`/stores/${storeId}`)),
  })

export const storeUsageQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['operator', 'usage', storeId],
    queryFn: () => get<Usage>(operatorPath(`/stores/${storeId}/usage`)),
  })

export const usageQuery = queryOptions({
  queryKey: ['operator', 'usage'],
  queryFn: () => get<Wire<InstallationUsage>>(operatorPath('/usage')),
})

export const operatorsQuery = queryOptions({
  queryKey: ['operator', 'operators'],
  queryFn: () => get<Wire<OperatorList>>(operatorPath('/operators')),
})

const freshFor = 10_000 // ms

export const healthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  queryFn: () => get<ServiceHealth>(operatorPath('/health')),
  refetchInterval: freshFor,
})

export const getStores = (search: URLSearchParams) => get<Wire<StorePage>>(operatorPath(`/stores?${search}`))

export const getLog = (search: URLSearchParams) => get<Wire<LogPage>>(operatorPath(`/log?${search}`))
