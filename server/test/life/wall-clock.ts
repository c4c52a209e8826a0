/**
 * Computes local times with only Intl.DateTimeFormat and UTC arithmetic, so that tests of Temporal-based code do not
 * rely on Temporal. Local times are texts: `2026-03-12T10:00:00`.
 */

const day = 24 * 60 * 60 * 1000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time in a zone at an instant. */
export function wallClock(instant: number, timeZone: string): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) parts[type] = value
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

/** The first instant with this local time; undefined if daylight saving skips it. */
export function firstInstantOf(local: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${local}Z`)
  const instants = offsetsAround(asUtc, timeZone).map(offset => asUtc - offset)
  return instants.sort((a, b) => a - b).find(instant => wallClock(instant, timeZone) === local)
}

/** Like `firstInstantOf`, but moves a skipped time forward by the length of the gap: 02:30 becomes 03:30. */
export function instantOf(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}Z`)
  const [before = 0] = offsetsAround(asUtc, timeZone)
  return firstInstantOf(local, timeZone) ?? asUtc - before
}

/** `2026-02-28` plus a day is `2026-03-01`. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}

/** 0 is Sunday, 6 is Saturday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay()
}

// One day before and after `asUtc` are on either side of a nearby clock change, in any zone.
function offsetsAround(asUtc: number, timeZone: string): number[] {
  return [asUtc - day, asUtc + day].map(instant => Date.parse(`${wallClock(instant, timeZone)}Z`) - instant)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}
