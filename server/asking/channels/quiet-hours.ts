import { LRUCache } from 'lru-cache'

/** `from` and `to` are hours of the day, such as 9 and 20: a message may be sent from 9:00 until before 20:00. */
export type OpenHours = { from: number; to: number }

const minute = 60_000 // ms
const day = 24 * 60 // minutes
const step = 15 // minutes

/** Nobody is asked outside of these, whatever a store chose. */
export const awake: OpenHours = { from: 7, to: 22 }

/**
 * The first instant from `now` on at which the hours are open everywhere in the buyer's country, as its phone names it. In a
 * country so wide that they never are, from 7:00 to 22:00 everywhere. The store's zone counts where the country has none.
 */
export function nextOpenTime(now: number, country: string, storeZone: string, hours: OpenHours): number {
  const isOpen = (at: number, offsets: number[], { from, to }: OpenHours) =>
    offsets.every(offset => {
      const local = (((Math.floor(at / minute) + offset) % day) + day) % day
      return local >= from * 60 && local < to * 60
    })
  const ofCountry = zonesOf(country)
  const wishes: [string[], OpenHours][] = [
    [ofCountry, hours],
    [ofCountry, awake],
    [[storeZone], hours],
  ]
  for (const [zones, wished] of wishes) {
    const offsets = [...new Set(zones.map(zone => offsetAt(zone, now)))]
    if (offsets.length === 0) continue
    if (isOpen(now, offsets, wished)) return now
    const first = Math.floor(now / (step * minute)) * step * minute
    for (let ahead = 1; ahead <= day / step; ahead++) {
      const at = first + ahead * step * minute
      if (isOpen(at, offsets, wished)) return at
    }
  }
  return now
}

function zonesOf(country: string): string[] {
  try {
    // TypeScript's library does not know it yet.
    const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & {
      getTimeZones?: () => string[] | undefined
    }
    return locale.getTimeZones?.() ?? []
  } catch {
    return []
  }
}

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 })

/** Minutes ahead of UTC. */
function offsetAt(zone: string, at: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes = 0] = /GMT([+-])(\d\d)(?::(\d\d))?/.exec(name) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
