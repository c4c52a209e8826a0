import { inOneLine } from '../../foundation/lib/text/in-one-line.ts'
import { isStorable } from '../../foundation/lib/text/storable.ts'
import { tidyOwnHolidays } from './own-holidays.ts'
import type { StoreSettings } from './stores.ts'

/** Settings as they are stored: names in one line, such as to be typed again before a deletion, colors in small letters. */
export function tidySettings<Given extends Partial<StoreSettings>>(given: Given): Given {
  return {
    ...given,
    ...(given.name !== undefined && { name: tidyName(given.name) }),
    ...(given.data_holder && { data_holder: tidyName(given.data_holder) }),
    ...(given.own_holidays && { own_holidays: tidyOwnHolidays(given.own_holidays) }),
    ...(given.color !== undefined && { color: given.color.toLowerCase() }),
  }
}

// A name that cannot be stored stays, to be refused.
const tidyName = (name: string) => (isStorable(name) ? inOneLine(name) : name)
