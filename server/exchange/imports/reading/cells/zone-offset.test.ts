import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { readDate } from './dates.ts'
import { steadyOffset } from './zone-offset.ts'

const [hour, day] = [3_600_000, 86_400_000] // ms

// São Paulo lost the hour after midnight on 4 November 2018, St. John's changed a minute past midnight until 2011, and Samoa
// had no 30 December 2011.
const changes = [
  ['America/Sao_Paulo', '2018-11-04', -3 * hour],
  ['America/St_Johns', '2010-11-07', -2.5 * hour],
  ['Pacific/Apia', '2011-12-30', -10 * hour],
  ['Europe/Madrid', '2024-03-31', 1 * hour],
] as const

describe.each(changes)('in %s around %s', (zone, date, before) => {
  const change = Date.parse(`${date}T00:00Z`)

  test('the offset is known on days away from the change alone', () => {
    expect(steadyOffset(zone, change - 5 * day)).toBe(before)
    expect(steadyOffset(zone, change)).toBeUndefined()
  })

  test('each quarter of an hour is read as Temporal reads it', () => {
    for (let at = change - 4 * day; at < change + 4 * day; at += hour / 4) {
      const text = new Date(at).toISOString().slice(0, 19)
      const wanted = Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds
      expect(readDate(text, zone), text).toBe(wanted)
    }
  })
})

test.each([
  ['2024-02-29T23:59:59Z', Date.UTC(2024, 1, 29, 23, 59, 59)],
  ['2023-02-29T00:00:00Z', 'calendar'],
  ['2024-04-31 10:00', 'calendar'],
  ['2024-13-01', 'calendar'],
  ['2024-00-10', 'calendar'],
  ['2024-01-01T24:00:00Z', 'calendar'],
  ['2024-01-01T10:60:00Z', 'calendar'],
  ['1969-12-31T23:00:00-03:00', Date.UTC(1970, 0, 1, 2)],
  ['2024-01-01T10:00:00-05:30', Date.UTC(2024, 0, 1, 15, 30)],
])('%s is %s', (text, wanted) => {
  expect(readDate(text, 'UTC')).toBe(wanted)
})
