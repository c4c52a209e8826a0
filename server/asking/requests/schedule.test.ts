import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstInstantOf, instantOf, plusDays, wallClock, weekdayOf } from '../../test/life/wall-clock.ts'
import { holidayOn } from './holidays.ts'
import { type Reason, wordReasons } from './reasons.ts'
import { type ScheduleSettings, scheduleRequest } from './schedule.ts'

const day = 24 * 60 * 60 * 1000

const saoPaulo: ScheduleSettings = {
  time_zone: 'America/Sao_Paulo',
  country: 'BR',
  request_delay_days: 7,
  send_at: '10:00',
  avoid_weekends: true,
  avoid_holidays: false,
  own_holidays: [],
}

/** Due date and reason of an order delivered at `delivered` and received at `now`, by default at the delivery. */
function schedule(delivered: string, change: Partial<ScheduleSettings> = {}, now = delivered) {
  const order = { deliveredAt: Date.parse(delivered) }
  const { state, dueAt, reasons } = scheduleRequest(order, { ...saoPaulo, ...change }, Date.parse(now))
  return [state, new Date(dueAt).toISOString(), wordReasons(reasons)]
}

describe('the date computed from the delivery', () => {
  const noDelay = { request_delay_days: 0 }
  const holidays = { avoid_holidays: true }
  test.each([
    ['2026-03-05T18:30:00.000Z', {}, '2026-03-12T13:00:00.000Z', '7 days after delivery'],
    // 22:30 of Thursday in São Paulo: the store's day counts, not the one in UTC.
    ['2026-03-06T01:30:00.000Z', {}, '2026-03-12T13:00:00.000Z', '7 days after delivery'],
    [
      '2026-03-07T12:00:00.000Z',
      {},
      '2026-03-16T13:00:00.000Z',
      '7 days after delivery, moved from Saturday',
    ],
    ['2026-03-08T12:00:00.000Z', {}, '2026-03-16T13:00:00.000Z', '7 days after delivery, moved from Sunday'],
    [
      '2026-03-07T12:00:00.000Z',
      { avoid_weekends: false },
      '2026-03-14T13:00:00.000Z',
      '7 days after delivery',
    ],
    [
      '2026-03-05T18:30:00.000Z',
      { request_delay_days: 1 },
      '2026-03-06T13:00:00.000Z',
      '1 day after delivery',
    ],
    ['2026-03-05T12:59:00.000Z', noDelay, '2026-03-05T13:00:00.000Z', 'on the day of delivery'],
    ['2026-03-05T13:00:00.000Z', noDelay, '2026-03-05T13:00:00.000Z', 'on the day of delivery'],
    [
      '2025-03-05T18:30:00.000Z',
      { request_delay_days: 365 },
      '2026-03-05T13:00:00.000Z',
      '365 days after delivery',
    ],
    ['2026-04-14T12:00:00.000Z', {}, '2026-04-21T13:00:00.000Z', '7 days after delivery'],
    [
      '2026-04-14T12:00:00.000Z',
      holidays,
      '2026-04-22T13:00:00.000Z',
      '7 days after delivery, moved from the holiday Dia de Tiradentes',
    ],
    [
      '2026-03-27T12:00:00.000Z',
      holidays,
      '2026-04-06T13:00:00.000Z',
      '7 days after delivery, moved from the holiday Sexta-Feira Santa, moved from Saturday',
    ],
    [
      '2026-08-29T12:00:00.000Z',
      holidays,
      '2026-09-08T13:00:00.000Z',
      '7 days after delivery, moved from Saturday, moved from the holiday Dia da Independência',
    ],
    // The store's own days, also without national ones: of one year, and of every year.
    [
      '2026-07-02T12:00:00.000Z',
      { own_holidays: ['2026-07-09', '2025-07-10'] },
      '2026-07-10T13:00:00.000Z',
      "7 days after delivery, moved from the store's holiday 2026-07-09",
    ],
    [
      '2026-12-16T12:00:00.000Z',
      { ...holidays, own_holidays: ['12-23', '12-24'] },
      '2026-12-28T13:00:00.000Z',
      "7 days after delivery, moved from the store's holiday 2026-12-23, moved from the holiday Natal, moved from Saturday",
    ],
    // A holiday of several days is named once: Spring Festival and its bridging days, 15 to 23 February.
    [
      '2026-02-09T02:00:00.000Z',
      { ...holidays, avoid_weekends: false, country: 'CN', time_zone: 'Asia/Shanghai' },
      '2026-02-24T02:00:00.000Z',
      '7 days after delivery, moved from the holiday 春节',
    ],
    // National holidays count in the year before, and in two more; the store's own always.
    [
      '2028-12-18T12:00:00.000Z',
      holidays,
      '2028-12-26T13:00:00.000Z',
      '7 days after delivery, moved from the holiday Natal',
      '2026-12-31T12:00:00.000Z',
    ],
    [
      '2029-12-18T12:00:00.000Z',
      { ...holidays, own_holidays: ['12-26'] },
      '2029-12-25T13:00:00.000Z',
      '7 days after delivery',
      '2026-12-31T12:00:00.000Z',
    ],
    [
      '2029-12-19T12:00:00.000Z',
      { ...holidays, own_holidays: ['12-26'] },
      '2029-12-27T13:00:00.000Z',
      "7 days after delivery, moved from the store's holiday 2029-12-26",
      '2026-12-31T12:00:00.000Z',
    ],
    // Once the year is near, they do.
    [
      '2029-12-18T12:00:00.000Z',
      { ...holidays, own_holidays: ['12-26'] },
      '2029-12-27T13:00:00.000Z',
      "7 days after delivery, moved from the holiday Natal, moved from the store's holiday 2029-12-26",
      '2027-01-01T12:00:00.000Z',
    ],
    // Without known holidays of the country, no holiday is skipped.
    [
      '2026-04-14T12:00:00.000Z',
      { ...holidays, country: 'ZZ' },
      '2026-04-21T13:00:00.000Z',
      '7 days after delivery',
    ],
  ])('delivered %s, %o: %s', (delivered, change, dueAt, reason, now = delivered) => {
    expect(schedule(delivered, change, now)).toEqual(['scheduled', dueAt, reason])
  })

  test('without a delay, a delivery after the sending time is scheduled for the next one', () => {
    const [, dueAt] = schedule('2026-03-05T13:00:00.001Z', noDelay)
    expect(dueAt).toBe('2026-03-06T13:00:00.000Z')
    expect(schedule('2026-03-06T13:00:00.001Z', noDelay)[1]).toBe('2026-03-09T13:00:00.000Z')
  })
})

describe('a computed date in the past', () => {
  const delivered = '2026-03-05T18:30:00.000Z' // due on Thursday 12 March at 13:00Z
  const plain = '7 days after delivery'
  test.each([
    ['2026-03-12T13:00:00.000Z', 'scheduled', '2026-03-12T13:00:00.000Z', plain],
    [
      '2026-03-12T13:00:00.001Z',
      'scheduled',
      '2026-03-13T13:00:00.000Z',
      `${plain}, already past: next sending time`,
    ],
    [
      '2026-03-13T13:00:00.001Z',
      'scheduled',
      '2026-03-16T13:00:00.000Z',
      `${plain}, already past: next sending time, moved from Saturday`,
    ],
    [
      '2026-04-11T13:00:00.000Z',
      'scheduled',
      '2026-04-13T13:00:00.000Z',
      `${plain}, already past: next sending time, moved from Saturday`,
    ],
    ['2026-04-11T13:00:00.001Z', 'expired', '2026-03-12T13:00:00.000Z', `${plain}, more than 30 days past`],
    ['2199-12-31T23:59:59.999Z', 'expired', '2026-03-12T13:00:00.000Z', `${plain}, more than 30 days past`],
  ])('received %s: %s, %s', (now, state, dueAt, reason) => {
    expect(schedule(delivered, {}, now)).toEqual([state, dueAt, reason])
  })
})

describe('an order that was placed long before its delivery', () => {
  const deliveredAt = Date.parse('2026-03-05T18:30:00.000Z')
  const placed = (orderedAt: number, requestedAt?: number) =>
    scheduleRequest({ deliveredAt, orderedAt, requestedAt }, saoPaulo, deliveredAt)

  test('is asked about for 90 days', () => {
    expect(placed(deliveredAt - 90 * day)).toMatchObject({
      state: 'scheduled',
      reasons: [{ name: 'days', values: { days: 7 } }],
    })
    expect(placed(deliveredAt - 90 * day - 1)).toEqual({
      state: 'expired',
      dueAt: Date.parse('2026-03-12T13:00:00.000Z'),
      reasons: [
        { name: 'days', values: { days: 7 } },
        { name: 'old_order', values: { date: '2025-12-05' } },
      ],
    })
  })

  test('is asked about on a date given with it, or if it is not known when it was placed', () => {
    expect(placed(0).state).toBe('scheduled')
    expect(placed(Date.parse('2024-11-01'), deliveredAt + day).state).toBe('scheduled')
  })
})

describe('daylight saving', () => {
  const everyDay = { avoid_weekends: false }
  const lisbon = { ...everyDay, time_zone: 'Europe/Lisbon' }
  test.each([
    // 01:30 does not exist on 29 March 2026: clocks go from 01:00 to 02:00, and 02:30 is 01:30Z.
    ['2026-03-22T12:00:00.000Z', { ...lisbon, send_at: '01:30' }, '2026-03-29T01:30:00.000Z'],
    // 01:30 happens twice on 25 October 2026: the first one is 00:30Z.
    ['2026-10-18T12:00:00.000Z', { ...lisbon, send_at: '01:30' }, '2026-10-25T00:30:00.000Z'],
    // The same wall-clock time before and after the change, though these 7 days are not 168 hours.
    ['2026-03-26T12:00:00.000Z', { ...lisbon, send_at: '10:00' }, '2026-04-02T09:00:00.000Z'],
    ['2026-03-19T12:00:00.000Z', { ...lisbon, send_at: '10:00' }, '2026-03-26T10:00:00.000Z'],
    // São Paulo had no midnight on 15 October 2017: the day started at 01:00.
    ['2017-10-08T12:00:00.000Z', { ...everyDay, send_at: '00:00' }, '2017-10-15T03:00:00.000Z'],
    // On 17 February 2018, 23:30 happened twice.
    ['2018-02-10T12:00:00.000Z', { ...everyDay, send_at: '23:30' }, '2018-02-18T01:30:00.000Z'],
  ])('delivered %s, %o: %s', (delivered, change, dueAt) => {
    expect(schedule(delivered, change)[1]).toBe(dueAt)
  })
})

test('a day that the zone skipped is never a sending day', () => {
  // Apia skipped from Thursday 29 to Saturday 31 December 2011. Friday's 10:00 must not become Saturday's.
  const apia = { time_zone: 'Pacific/Apia' }
  expect(schedule('2011-12-23T20:00:00.000Z', apia)[1]).toBe('2012-01-01T20:00:00.000Z')
})

test('the minute before clocks go back over midnight belongs to its own day', () => {
  const stJohns = { time_zone: 'America/St_Johns', avoid_weekends: false }
  expect(schedule('2010-11-07T02:10:00.000Z', stJohns)[1]).toBe('2010-11-13T13:30:00.000Z')
  expect(schedule('2010-11-07T02:30:30.000Z', stJohns)[1]).toBe('2010-11-14T13:30:00.000Z')
})

test('a reason that a newer release wrote is named as it is', () => {
  const newer = { name: 'of_tomorrow', values: { moon: 'full' } } as unknown as Reason
  expect(wordReasons([{ name: 'given' }, newer])).toBe('given with the order, of_tomorrow')
  expect(wordReasons([{ name: 'toString' } as unknown as Reason])).toBe('toString')
})

test('a given date is unchanged, and the reason says when it is in the past', () => {
  fc.assert(
    fc.property(settingsAnd(instants), instants, instants, ([settings, deliveredAt], requestedAt, now) => {
      const past = requestedAt <= now ? [{ name: 'past_once' }] : []
      expect(scheduleRequest({ deliveredAt, requestedAt }, settings, now)).toEqual({
        state: 'scheduled',
        dueAt: requestedAt,
        reasons: [{ name: 'given' }, ...past],
      })
    }),
  )
})

describe('any delivery, settings and clock', () => {
  test('the date is the first open sending time on or after the plain date', () => {
    fc.assert(
      fc.property(deliveries, ([settings, deliveredAt]) => {
        const { state, dueAt, reasons } = scheduleRequest({ deliveredAt }, settings, deliveredAt)
        const reason = wordReasons(reasons)
        const plain = plusDays(localDate(deliveredAt, settings), settings.request_delay_days)
        expect(state).toBe('scheduled')
        expect(show(dueAt, settings)).toBe(show(firstOpen(plain, deliveredAt, settings), settings))
        expectSendingTime(dueAt, settings)
        expect(dueAt).toBeGreaterThanOrEqual(deliveredAt)
        // The longest run of closed days is Good Friday to Tiradentes. Without a delay, one more day is possible.
        const late = (Date.parse(localDate(dueAt, settings)) - Date.parse(plain)) / day
        expect(late).toBeLessThanOrEqual(5)
        if (!reason.includes('moved') && settings.request_delay_days > 0) expect(late).toBeLessThanOrEqual(1)
        expect(reason.includes('moved from')).toBe(isMoved(plain, deliveredAt, settings))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a past date becomes the next sending time, or expires after 30 days', () => {
    fc.assert(
      fc.property(
        deliveries,
        fc.integer({ min: -3 * day, max: 45 * day }),
        ([settings, deliveredAt], late) => {
          const computed = scheduleRequest({ deliveredAt }, settings, deliveredAt).dueAt
          const now = computed + late
          const { state, dueAt } = scheduleRequest({ deliveredAt }, settings, now)
          if (late <= 0) return void expect({ state, dueAt }).toEqual({ state: 'scheduled', dueAt: computed })
          if (late > 30 * day)
            return void expect({ state, dueAt }).toEqual({ state: 'expired', dueAt: computed })
          expect(state).toBe('scheduled')
          expect(dueAt).toBeGreaterThanOrEqual(now)
          expect(show(dueAt, settings)).toBe(
            show(firstOpen(localDate(now, settings), now, settings), settings),
          )
          expectSendingTime(dueAt, settings)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

// 1970 to 2199, the range that the API accepts.
const instants = fc.integer({ min: 0, max: Date.UTC(2200, 0) - 1 })

/** Days on which a zone changed its clocks. Apia skipped 30 December 2011. */
const changes: [zone: string, date: string][] = [
  ['America/Sao_Paulo', '2017-10-15'],
  ['America/Sao_Paulo', '2018-02-17'],
  ['America/Sao_Paulo', '1985-11-02'],
  ['Europe/Lisbon', '2026-03-29'],
  ['Europe/Lisbon', '2026-10-25'],
  ['Europe/Lisbon', '1992-09-27'],
  ['Pacific/Apia', '2010-09-26'],
  ['Asia/Kathmandu', '1986-01-01'],
  ['Africa/Monrovia', '1972-01-07'],
  ['America/Nuuk', '2023-03-25'],
  ['America/Nuuk', '2024-03-30'],
  ['America/Nuuk', '2024-10-26'],
]

const sendingTimes = fc.oneof(
  fc.constantFrom('00:00', '00:10', '00:30', '01:30', '10:00', '22:30', '23:30', '23:59'),
  fc.nat(24 * 60 - 1).map(minute => new Date(minute * 60_000).toISOString().slice(11, 16)),
)

/** Settings; half of them in a zone whose clocks change near the due date. */
function settingsAnd(any: fc.Arbitrary<number>): fc.Arbitrary<[ScheduleSettings, deliveredAt: number]> {
  return fc
    .record({
      delay: fc.oneof(fc.constantFrom(0, 1, 7), fc.integer({ min: 0, max: 365 })),
      change: fc.constantFrom(...changes),
      nearby: fc.option(fc.integer({ min: -day, max: 3 * day })),
      send_at: sendingTimes,
      avoid_weekends: fc.boolean(),
      avoid_holidays: fc.boolean(),
      own_holidays: fc.subarray(['03-28', '10-26', '12-24', '2023-03-27', '2024-10-28', '2026-07-09']),
      any,
    })
    .map(({ delay, change: [time_zone, date], nearby, any, ...rest }) => [
      { ...rest, time_zone, country: 'BR', request_delay_days: delay },
      nearby === null ? any : Date.parse(date) - delay * day + nearby,
    ])
}

const deliveries = settingsAnd(instants)

function localDate(instant: number, settings: ScheduleSettings): string {
  return wallClock(instant, settings.time_zone).slice(0, 10)
}

function isClosed(date: string, settings: ScheduleSettings): boolean {
  if (settings.avoid_weekends && [0, 6].includes(weekdayOf(date))) return true
  if (settings.own_holidays.some(day => date.endsWith(day))) return true
  return settings.avoid_holidays && holidayOn(date, settings.country) !== undefined
}

function firstOpen(date: string, earliest: number, settings: ScheduleSettings): number {
  for (let on = date; ; on = plusDays(on, 1)) {
    const dueAt = instantOf(`${on}T${settings.send_at}:00`, settings.time_zone)
    if (!isClosed(on, settings) && dueAt >= earliest) return dueAt
  }
}

/** Whether there is a closed day between the plain date and the first sending time. */
function isMoved(plain: string, earliest: number, settings: ScheduleSettings): boolean {
  const open = { ...settings, avoid_weekends: false, avoid_holidays: false, own_holidays: [] }
  return (
    firstOpen(plain, earliest, settings) !== firstOpen(plain, earliest, open) || isClosed(plain, settings)
  )
}

/** Expects an open day, and the wall-clock time `send_at` unless that day skips it. */
function expectSendingTime(dueAt: number, settings: ScheduleSettings): void {
  const [date = '', time] = wallClock(dueAt, settings.time_zone).split('T')
  expect(isClosed(date, settings)).toBe(false)
  if (time === `${settings.send_at}:00`) return
  const skipped = [date, plusDays(date, -1)].some(
    on => firstInstantOf(`${on}T${settings.send_at}:00`, settings.time_zone) === undefined,
  )
  expect(skipped, `${show(dueAt, settings)} is not at ${settings.send_at}`).toBe(true)
}

function show(instant: number, settings: ScheduleSettings): string {
  return `${wallClock(instant, settings.time_zone)} ${new Date(instant).toISOString()}`
}
