import { chooseLanguage, findLanguage } from '../../../foundation/http/language.ts'
import { inOneLine } from '../../../foundation/lib/text/in-one-line.ts'
import { isStorable } from '../../../foundation/lib/text/storable.ts'
import type { StoreSettings } from '../stores.ts'
import { tidyInsiderDomains } from './insider-domains.ts'
import { tidyOwnHolidays } from './own-holidays.ts'

/**
 * Settings as they are stored: names in one line, such as to be typed again before a deletion, colors in small letters,
 * languages by our tags.
 */
export function tidySettings<Given extends Partial<StoreSettings>>(given: Given): Given {
  return {
    ...given,
    ...(given.name !== undefined && { name: tidyName(given.name) }),
    ...(given.data_holder && { data_holder: tidyName(given.data_holder) }),
    ...(given.own_holidays && { own_holidays: tidyOwnHolidays(given.own_holidays) }),
    ...(given.insider_domains && { insider_domains: tidyInsiderDomains(given.insider_domains) }),
    ...(given.languages_off && { languages_off: tidyLanguages(given.languages_off) }),
    ...(given.color !== undefined && { color: given.color.toLowerCase() }),
  }
}

/** The store's own language is never off. */
export function withOwnLanguage<Settings extends Pick<StoreSettings, 'locale' | 'languages_off'>>(
  store: Settings,
): Settings {
  const own = chooseLanguage(store.locale)
  return { ...store, languages_off: store.languages_off.filter(tag => tag !== own) }
}

// An unknown language stays, to be refused.
const tidyLanguages = (tags: string[]) => [...new Set(tags.map(tag => findLanguage(tag) ?? tag))].sort()

// A name that cannot be stored stays, to be refused.
const tidyName = (name: string) => (isStorable(name) ? inOneLine(name) : name)
