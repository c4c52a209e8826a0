/** An instant's date in a time zone, `YYYY-MM-DD`. */
export const dayAt = (at: Date, timeZone: string): string => wallClock(at, timeZone).slice(0, 10)

/** An instant's time of day in a time zone, `HH:MM`. */
export const timeAt = (at: Date, timeZone: string): string => wallClock(at, timeZone).slice(11, 16)

/** The first second of a date (`YYYY-MM-DD`) in a time zone. */
export const startOfDay = (date: string, timeZone: string): Date => instantOf(`${date}T00:00:00Z`, timeZone)

/** The last second of a date (`YYYY-MM-DD`) in a time zone. */
export const endOfDay = (date: string, timeZone: string): Date => instantOf(`${date}T23:59:59Z`, timeZone)

/** The instant of a date and time (`YYYY-MM-DDTHH:MM`) in a time zone. */
export const instantAt = (local: string, timeZone: string): Date => instantOf(`${local}:00Z`, timeZone)

/** An instant's date and time in a time zone, `YYYY-MM-DDTHH:MM`, as fields of this type take it. */
export const localTimeAt = (at: Date, timeZone: string): string => wallClock(at, timeZone).slice(0, 16)

/** A time zone's offset from UTC at an instant, as ISO 8601 writes it: `-03:00`, or `Z`. */
export function offsetAt(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || 'Z'
}

function instantOf(wallClockAsUtc: string, timeZone: string): Date {
  const asUtc = Date.parse(wallClockAsUtc)
  // The offset from UTC depends on the instant, which is not known yet: estimate it, then correct it once.
  const offsetAt = (at: number) => Date.parse(`${wallClock(new Date(at), timeZone)}Z`) - at
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc)))
}

/**
 * Whether two time zones show different times, now or in half a year. Comparing names is not enough: many zones have
 * several.
 */
export function zonesDiffer(timeZone: string, other: string): boolean {
  const halfAYear = 183 * 24 * 60 * 60 * 1000
  return [0, halfAYear].some(delay => {
    const at = new Date(Date.now() + delay)
    return wallClock(at, timeZone) !== wallClock(at, other)
  })
}

// The Swedish locale formats dates like ISO 8601: 2026-03-01 09:30:00.
function wallClock(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone })
    .format(at)
    .replace(' ', 'T')
}
