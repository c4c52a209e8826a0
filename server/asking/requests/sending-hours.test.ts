import { expect, test } from 'vitest'
import { isSendingHour, type ScheduleSettings } from './schedule.ts'

const settings: ScheduleSettings = {
  time_zone: 'America/Sao_Paulo', // three hours behind UTC
  country: 'BR',
  request_delay_days: 7,
  send_at: '10:00',
  avoid_weekends: false,
  avoid_holidays: false,
  own_holidays: [],
}

// The store's clock, on Thursday 12 March 2026.
test.each([
  ['10:00', '09:59', false],
  ['10:00', '10:00', true],
  ['10:00', '20:59', true],
  ['10:00', '21:00', false],
  // From 19:00, for two hours.
  ['19:00', '20:59', true],
  ['19:00', '21:00', false],
  ['19:30', '21:29', true],
  ['19:30', '21:30', false],
  ['21:15', '21:14', false],
  ['21:15', '23:14', true],
  ['21:15', '23:15', false],
])('a store that sends at %s may send late mail at %s: %s', (send_at, time, may) => {
  const now = Date.parse(`2026-03-12T${time}:00.000-03:00`)
  expect(isSendingHour(now, { ...settings, send_at })).toBe(may)
})
