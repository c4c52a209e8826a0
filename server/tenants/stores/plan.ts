import { type LimitName, limitNames, type StoreLimits, withoutNulls } from './limits.ts'
import type { StoreSettings } from './stores.ts'

export type PlanLimit = LimitName | 'orders_per_month'

/** The names of all limits of a plan. */
export const planLimits: readonly PlanLimit[] = ['orders_per_month', ...limitNames]

/** Limits by name; null: no limit. */
export type Plan = Partial<Record<PlanLimit, number | null | undefined>>

/** Every limit of the plan, null where there is none. */
export function planOf({ order_limit, limits }: Pick<StoreSettings, 'order_limit' | 'limits'>) {
  return Object.fromEntries(
    planLimits.map(name => [name, (name === 'orders_per_month' ? order_limit : limits[name]) ?? null]),
  ) as Record<PlanLimit, number | null>
}

/** The settings that give the limits to a store that has `limits`. Those that are not given stay. */
export function planSettings(
  { orders_per_month, ...others }: Plan,
  limits: StoreLimits,
): Pick<Partial<StoreSettings>, 'order_limit' | 'limits'> {
  return {
    ...(orders_per_month !== undefined && { order_limit: orders_per_month }),
    ...(Object.keys(others).length > 0 && { limits: withoutNulls({ ...limits, ...others }) }),
  }
}
