import { likely } from '../../../../texts/match.ts'

type Place = { locale?: string | undefined; country?: string | undefined; timeZone?: string | undefined }

/**
 * The language, country and time zone of a new store. One that is given implies the others, because a store of Japan
 * must not write in the language and at the time of another country. Of a country with several time zones, that of this
 * machine counts, or else the one in which most people live.
 */
export function placeOf({ locale, country, timeZone }: Place, machine = machineZone()): Place {
  if (!locale && !country) return { timeZone }
  // Undefined for what the settings will refuse with their own sentence.
  const known = likely(locale ?? `und-${country}`)
  const itsCountry = country ?? known?.region
  return {
    locale: locale ?? (known && `${known.language}-${known.region}`),
    country: itsCountry,
    timeZone: timeZone ?? (itsCountry && zoneOf(itsCountry.toUpperCase(), machine)),
  }
}

const zonesOf = (country: string): string[] =>
  (likely(`und-${country}`) as { getTimeZones?: () => string[] } | undefined)?.getTimeZones?.() ?? []

function zoneOf(country: string, machine: string): string | undefined {
  const zones = zonesOf(country)
  if (zones.includes(machine)) return machine
  return zones.find(zone => mostLivedIn.has(zone)) ?? zones[0]
}

// Of countries with several zones, as IANA names them, and CLDR where it keeps an older name.
const mostLivedIn = new Set(
  `America/Argentina/Buenos_Aires America/Buenos_Aires America/Guayaquil America/Mexico_City America/New_York America/Santiago America/Sao_Paulo
  America/Toronto Asia/Almaty Asia/Ho_Chi_Minh Asia/Jakarta Asia/Kuala_Lumpur Asia/Nicosia Asia/Saigon Asia/Shanghai Asia/Tashkent
  Australia/Sydney Europe/Berlin Europe/Kiev Europe/Kyiv Europe/Lisbon Europe/Madrid Europe/Moscow Pacific/Auckland`.split(
    /\s+/,
  ),
)

function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
