import { describe, expect, test } from 'vitest'
import { dateOf, isDate } from '../../foundation/lib/time/days.ts'
import { isNearEnough } from './holidays.ts'
import { wordReasons } from './reasons.ts'
import { remindAt } from './reminder-time.ts'
import {
  isSendingHour,
  lateAfter,
  nextSendingTime,
  type ScheduleSettings,
  scheduleRequest,
  sendingTimeOn,
} from './schedule.ts'

const saoPaulo: ScheduleSettings = {
  time_zone: 'America/Sao_Paulo', // three hours behind UTC
  country: 'BR',
  request_delay_days: 7,
  send_at: '10:00',
  avoid_weekends: true,
  avoid_holidays: true,
  own_holidays: ['2026-03-10', '07-09'],
}

function schedule(delivered: string, change: Partial<ScheduleSettings>): [string, string] {
  const deliveredAt = Date.parse(delivered)
  const { dueAt, reasons } = scheduleRequest({ deliveredAt }, { ...saoPaulo, ...change }, deliveredAt)
  return [new Date(dueAt).toISOString(), wordReasons(reasons)]
}

describe('without a delay, the reason says whether it is still the day of delivery', () => {
  const atOnce = { request_delay_days: 0 }
  test.each([
    ['2026-03-05T12:00:00.000Z', '2026-03-05T13:00:00.000Z', 'on the day of delivery'],
    ['2026-03-04T14:00:00.000Z', '2026-03-05T13:00:00.000Z', 'at the first sending time after delivery'],
    ['2026-03-06T14:00:00.000Z', '2026-03-09T13:00:00.000Z', 'on the day of delivery, moved from Saturday'],
  ])('delivered %s: %s, %s', (delivered, dueAt, reason) => {
    expect(schedule(delivered, atOnce)).toEqual([dueAt, reason])
  })
})

test('two holidays in a row are both named', () => {
  const inGermany = { country: 'DE', time_zone: 'Europe/Berlin' }
  expect(schedule('2025-12-18T12:00:00.000Z', inGermany)).toEqual([
    '2025-12-29T09:00:00.000Z',
    '7 days after delivery, moved from the holiday 1. Weihnachtstag, moved from the holiday 2. Weihnachtstag, moved from Saturday',
  ])
})

test('of many closed days, eight are named', () => {
  // Monday 2 to Friday 27 March 2026, and Monday 30 March: ten runs with the weekends between them.
  const own_holidays = [...Array(30).keys()].map(n => `2026-03-${String(n + 1).padStart(2, '0')}`)
  const weekdays = own_holidays.filter(day => ![0, 6].includes(new Date(day).getUTCDay()))
  const [dueAt, reason] = schedule('2026-02-23T12:00:00.000Z', { own_holidays: weekdays })
  expect(dueAt).toBe('2026-03-31T13:00:00.000Z')
  expect(reason.split(', ')).toEqual([
    '7 days after delivery',
    "moved from the store's holiday 2026-03-02",
    'moved from Saturday',
    "moved from the store's holiday 2026-03-09",
    'moved from Saturday',
    "moved from the store's holiday 2026-03-16",
    'moved from Saturday',
    "moved from the store's holiday 2026-03-23",
    'moved from Saturday',
  ])
})

test('a date given for this instant is due at once', () => {
  const now = Date.parse('2026-03-05T12:00:00.000Z')
  const reasonsAt = (requestedAt: number) =>
    wordReasons(scheduleRequest({ deliveredAt: now, requestedAt }, saoPaulo, now).reasons)
  expect(reasonsAt(now)).toBe('given with the order, already past: due at once')
  expect(reasonsAt(now + 1)).toBe('given with the order')
})

describe('late mail', () => {
  // At noon on the store's clock, when it may be sent on any open day.
  test.each([
    ['2026-03-06', true],
    ['2026-03-07', false], // a Saturday
    ['2026-03-08', false],
    ['2026-03-10', false], // the store's own
    ['2026-04-21', false], // Tiradentes
    ['2027-07-09', false], // the store's own, of every year
  ])('on %s: %s', (date, may) => {
    expect(isSendingHour(Date.parse(`${date}T15:00:00.000Z`), saoPaulo)).toBe(may)
  })

  test('counts as late after an hour', () => {
    expect(lateAfter).toBe(3_600_000)
  })

  test('has its next sending time on the first open day, and at once if that is now', () => {
    const next = (at: string) => new Date(nextSendingTime(Date.parse(at), saoPaulo)).toISOString()
    expect(next('2026-03-06T13:00:00.000Z')).toBe('2026-03-06T13:00:00.000Z')
    expect(next('2026-03-06T13:00:00.001Z')).toBe('2026-03-09T13:00:00.000Z')
  })
})

test('a day has a sending time if it exists, from 1970 to 2199', () => {
  const on = (day: string, zone = 'America/Sao_Paulo', send_at = '10:00') => {
    const at = sendingTimeOn(day, { ...saoPaulo, time_zone: zone, send_at })
    return at === undefined ? undefined : new Date(at).toISOString()
  }
  // On closed days too: somebody has chosen it.
  expect(on('2026-03-07')).toBe('2026-03-07T13:00:00.000Z')
  expect(on('2026-02-30')).toBeUndefined()
  expect(on('tomorrow')).toBeUndefined()
  expect(on('2011-12-30', 'Pacific/Apia')).toBeUndefined()
  expect(on('1970-01-01')).toBe('1970-01-01T13:00:00.000Z')
  expect(on('2199-12-31')).toBe('2199-12-31T13:00:00.000Z')
  // In UTC these are 1969 and 2200.
  expect(on('1970-01-01', 'Asia/Tokyo', '00:00')).toBeUndefined()
  expect(on('2199-12-31', 'America/Sao_Paulo', '23:00')).toBeUndefined()
})

test('each reminder has its own number of days, and is moved off closed days', () => {
  const remind = (reminders: number) =>
    remindAt(saoPaulo, [3, 8], new Date('2026-03-05T14:00:00.000Z'), reminders)?.toISOString() ?? null
  expect(remind(0)).toBe('2026-03-09T13:00:00.000Z') // not Sunday the 8th
  expect(remind(1)).toBe('2026-03-13T13:00:00.000Z')
  expect(remind(2)).toBeNull()
})

test('holidays move requests of last year, this year and the next two', () => {
  const now = Date.parse('2026-12-31T23:59:59.999Z')
  const years = [2024, 2025, 2026, 2027, 2028, 2029].filter(year => isNearEnough(`${year}-06-01`, now))
  expect(years).toEqual([2025, 2026, 2027, 2028])
})

test.each([
  ['2026-03-05', true],
  ['1975-06-01', true],
  ['2199-12-31', true],
  ['2200-01-01', false],
  ['1969-12-31', false],
  ['2026-02-29', false],
  ['2026-03-05T00:00:00.000Z', false],
  ['+012026-03-05', false],
])('%s is a date: %s', (text, is) => {
  expect(isDate(text)).toBe(is)
})

test('midnight within an hour of UTC divides the days', () => {
  const kolkata = { time_zone: 'Asia/Kolkata' } // 5:30 hours ahead
  for (const _again of [1, 2]) {
    expect(dateOf(Date.parse('2026-03-05T18:29:59.999Z'), kolkata)).toBe('2026-03-05')
    expect(dateOf(Date.parse('2026-03-05T18:30:00.000Z'), kolkata)).toBe('2026-03-06')
  }
})
