import type { Store } from '../../tenants/stores/stores.ts'
import { countriesWithHolidays } from './holiday-countries.ts'

/** The settings of a store, with what its country allows. */
export function presentSettings(store: Store) {
  return { ...store, knows_holidays: countriesWithHolidays.includes(store.country) }
}
