/** The date of the moment in a time zone, `YYYY-MM-DD`. */
export const dayAt = (at: Date, timeZone: string): string => wallClock(at, timeZone).slice(0, 10)

/** The clock of the moment in a time zone, `HH:MM`. */
export const timeAt = (at: Date, timeZone: string): string => wallClock(at, timeZone).slice(11, 16)

/** The last second of a date, `YYYY-MM-DD`, in a time zone. */
export function endOfDay(date: string, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T23:59:59Z`)
  // The zone's distance from UTC is that of the moment itself: looked up at a guess, then once more beside it.
  const offsetAt = (at: number) => Date.parse(`${wallClock(new Date(at), timeZone)}Z`) - at
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc)))
}

/** Whether the two zones ever differ, now or half a year from now: many have several names. */
export function zonesDiffer(timeZone: string, other: string): boolean {
  const halfAYear = 183 * 24 * 60 * 60 * 1000
  return [0, halfAYear].some(delay => {
    const at = new Date(Date.now() + delay)
    return wallClock(at, timeZone) !== wallClock(at, other)
  })
}

// Sweden writes dates as everybody should: 2026-03-01 09:30:00.
function wallClock(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone })
    .format(at)
    .replace(' ', 'T')
}
