import { describe, expect, test } from 'vitest'
import { awake, nextOpenTime, type OpenHours } from './quiet-hours.ts'

const nineToEight: OpenHours = { from: 9, to: 20 }

/** When a buyer of the country may be asked, of a store in UTC. */
function opens(now: string, country: string, hours = nineToEight, storeZone = 'UTC'): string {
  return new Date(nextOpenTime(Date.parse(now), country, storeZone, hours)).toISOString()
}

describe('in a country of one zone', () => {
  // Colombia is five hours behind UTC, all year.
  test.each([
    ['2026-03-05T14:00:00.000Z', '2026-03-05T14:00:00.000Z'],
    ['2026-03-05T13:59:59.999Z', '2026-03-05T14:00:00.000Z'],
    ['2026-03-05T18:07:23.456Z', '2026-03-05T18:07:23.456Z'],
    ['2026-03-06T00:59:59.999Z', '2026-03-06T00:59:59.999Z'],
    ['2026-03-06T01:00:00.000Z', '2026-03-06T14:00:00.000Z'],
    ['2026-03-06T05:07:23.456Z', '2026-03-06T14:00:00.000Z'],
  ])('at %s: %s', (now, opening) => {
    expect(opens(now, 'CO')).toBe(opening)
  })
})

test.each([
  // Half an hour and a quarter: India and Nepal.
  ['IN', '2026-03-05T03:29:59.999Z', '2026-03-05T03:30:00.000Z'],
  ['NP', '2026-03-05T03:14:59.999Z', '2026-03-05T03:15:00.000Z'],
  // Ahead of UTC, where the day has begun before: Japan.
  ['JP', '2026-03-04T23:59:00.000Z', '2026-03-05T00:00:00.000Z'],
  ['JP', '2026-03-05T11:00:00.000Z', '2026-03-06T00:00:00.000Z'],
])('in %s at %s: %s', (country, now, opening) => {
  expect(opens(now, country)).toBe(opening)
})

describe('in a country of several zones', () => {
  test('the hours are open in all of them', () => {
    // Portugal with the Azores in winter: UTC and an hour behind.
    expect(opens('2026-01-15T09:30:00.000Z', 'PT')).toBe('2026-01-15T10:00:00.000Z')
    expect(opens('2026-01-15T19:59:00.000Z', 'PT')).toBe('2026-01-15T19:59:00.000Z')
    expect(opens('2026-01-15T20:00:00.000Z', 'PT')).toBe('2026-01-16T10:00:00.000Z')
  })

  test('however wide it is: from Kaliningrad to Kamchatka', () => {
    expect(opens('2026-01-15T00:00:00.000Z', 'RU')).toBe('2026-01-15T07:00:00.000Z')
    expect(opens('2026-01-15T08:00:00.000Z', 'RU')).toBe('2026-01-16T07:00:00.000Z')
  })

  test('which are never open together, those in which people are awake count', () => {
    // From the Azores to Lisbon is an hour: 9 to 10 there is never 9 to 10 here.
    expect(opens('2026-01-15T05:00:00.000Z', 'PT', { from: 9, to: 10 })).toBe('2026-01-15T08:00:00.000Z')
    expect(awake).toEqual({ from: 7, to: 22 })
  })

  test('where people are never awake together, the store’s zone counts', () => {
    // The stations of Antarctica, from three hours behind UTC to 13 ahead of it.
    const inMoscow = opens('2026-01-15T00:00:00.000Z', 'AQ', nineToEight, 'Europe/Moscow')
    expect(inMoscow).toBe('2026-01-15T06:00:00.000Z')
  })
})

test.each(['ZZ', '', 'no country'])('of the country %j, the store’s zone counts', country => {
  const [before, open] = ['2026-03-05T11:59:00.000Z', '2026-03-05T12:00:00.000Z']
  expect(opens(before, country, nineToEight, 'America/Sao_Paulo')).toBe(open)
  expect(opens(open, country, nineToEight, 'America/Sao_Paulo')).toBe(open)
})

test('hours that never open hold nobody back', () => {
  expect(opens('2026-03-05T03:00:00.000Z', '', { from: 9, to: 9 })).toBe('2026-03-05T03:00:00.000Z')
})
