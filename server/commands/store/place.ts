import { Problem } from '../../lib/problem.ts'

type Place = { locale?: string | undefined; country?: string | undefined; timeZone?: string | undefined }

/**
 * The language, country and time zone of a new store. One that is given implies the others, because a store of Japan
 * must not write in the language and at the time of another country. Throws a `Problem` if the country has several zones.
 */
export function placeOf({ locale, country, timeZone }: Place, machine = machineZone()): Place {
  if (!locale && !country) return { timeZone }
  const known = intlLocale(locale ?? `und-${country}`)
  const itsCountry = country ?? known?.region
  return {
    locale: locale ?? (known && `${known.language}-${known.region}`),
    country: itsCountry,
    timeZone: timeZone ?? (itsCountry && zoneOf(itsCountry.toUpperCase(), machine)),
  }
}

// Undefined for what the settings will refuse with their own sentence.
function intlLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}

const zonesOf = (country: string): string[] =>
  (intlLocale(`und-${country}`) as { getTimeZones?: () => string[] } | undefined)?.getTimeZones?.() ?? []

function zoneOf(country: string, machine: string): string | undefined {
  const zones = zonesOf(country)
  if (zones.length === 0) return undefined
  if (zones.length === 1) return zones[0]
  if (zones.includes(machine)) return machine
  throw new Problem(`${country} has several time zones.`, `Choose one with --time-zone: ${zones.join(', ')}.`)
}

function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
