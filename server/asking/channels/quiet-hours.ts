import { LRUCache } from 'lru-cache'

/** `from` and `to` are hours of the day, such as 9 and 20: a message may be sent from 9:00 until before 20:00. */
export type OpenHours = { from: number; to: number }

const minute = 60_000 // ms
const day = 24 * 60 // minutes
const step = 15 // minutes

/**
 * The first instant from `now` on at which it is not night anywhere in the buyer's country, as its phone names it. The
 * store's zone counts where the country has no zone, or is so wide that no such hour exists.
 */
export function nextOpenTime(
  now: number,
  country: string,
  storeZone: string,
  { from, to }: OpenHours,
): number {
  const isOpen = (at: number, offsets: number[]) =>
    offsets.every(offset => {
      const local = (((Math.floor(at / minute) + offset) % day) + day) % day
      return local >= from * 60 && local < to * 60
    })
  for (const zones of [zonesOf(country), [storeZone]]) {
    const offsets = [...new Set(zones.map(zone => offsetAt(zone, now)))]
    if (offsets.length === 0) continue
    if (isOpen(now, offsets)) return now
    const first = Math.floor(now / (step * minute)) * step * minute
    for (let ahead = 1; ahead <= day / step; ahead++) {
      const at = first + ahead * step * minute
      if (isOpen(at, offsets)) return at
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
