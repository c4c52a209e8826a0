import { countries, shopperLanguages } from './countries.ts'

/** The region of a new store, as far as the browser knows it. */
export function proposedRegion(): { locale: string; timeZone: string; country: string } {
  const timeZone = proposedTimeZone()
  return {
    locale: proposedLanguage(),
    timeZone,
    // Travellers and bilingual people set another country's language more often than its time zone.
    country: countryOfZone(timeZone) ?? browserLocales()[0]?.maximize().region ?? 'BR',
  }
}

function proposedLanguage(): string {
  for (const { baseName, language } of browserLocales()) {
    if (shopperLanguages.includes(baseName)) return baseName
    const found = shopperLanguages.find(listed => listed.slice(0, 2) === language)
    if (found) return found
  }
  return 'en'
}

// Chromium on Linux without a locale reports en-US@posix, which Intl.Locale refuses.
function browserLocales(): Intl.Locale[] {
  return navigator.languages.flatMap(tag => {
    try {
      return new Intl.Locale(tag.replace(/@.*/, ''))
    } catch {
      return []
    }
  })
}

// A device may report a time zone that is not in the list, such as UTC.
function proposedTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'America/Sao_Paulo'
}

// Older browsers do not have getTimeZones.
type RegionLocale = Intl.Locale & { getTimeZones?: () => string[] | undefined }

function countryOfZone(timeZone: string): string | undefined {
  return countries.find(region => {
    const locale: RegionLocale = new Intl.Locale('und', { region })
    return locale.getTimeZones?.()?.includes(timeZone)
  })
}
