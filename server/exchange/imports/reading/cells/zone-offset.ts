import { Temporal } from 'temporal-polyfill'

const day = 86_400_000 // ms
const mostKept = 10_000

const offsets = new Map<string, number | undefined>()

/**
 * What a zone's clocks are ahead of UTC, in ms, if they never change from the day before `at` (ms since 1970) to the day
 * after it; otherwise undefined. Kept for each day: two conversions of a date took a tenth of the time of an imported row.
 * Throws RangeError for an unknown zone.
 */
export function steadyOffset(zone: string, at: number): number | undefined {
  if (zone === 'UTC') return 0
  const number = Math.floor(at / day)
  const key = `${number} ${zone}`
  if (!offsets.has(key)) {
    if (offsets.size >= mostKept) offsets.clear()
    const [before, after] = [offsetAt(zone, (number - 1) * day), offsetAt(zone, (number + 2) * day)]
    offsets.set(key, before === after ? before : undefined)
  }
  return offsets.get(key)
}

function offsetAt(zone: string, ms: number): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  return offsetNanoseconds / 1_000_000
}
