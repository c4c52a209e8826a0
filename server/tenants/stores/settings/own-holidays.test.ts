import { expect, test } from 'vitest'
import { tidyOwnHolidays, wrongOwnHolidays } from './own-holidays.ts'

test('dates of a year and of every year are taken, in order and once', () => {
  const given = ['2027-07-09', '12-24', '02-29', '2027-07-09', '2026-11-30']
  expect(tidyOwnHolidays(given)).toEqual(['02-29', '12-24', '2026-11-30', '2027-07-09'])
  expect(wrongOwnHolidays(given)).toEqual([])
})

test.each([
  '',
  '2027-02-29',
  '02-30',
  '13-01',
  '7-9',
  '07/09',
  '2027-7-9',
  '07-09\n',
  ' 07-09',
  '1969-01-01',
])('%j is refused', day => {
  expect(wrongOwnHolidays(['01-25', day])).toEqual([{ path: 'own_holidays', problem: 'date', given: day }])
})

test('at most 60 are taken', () => {
  const days = Array.from({ length: 61 }, (_, n) => `${2000 + n}-01-25`)
  expect(wrongOwnHolidays(days.slice(1))).toEqual([])
  expect(wrongOwnHolidays(days)).toEqual([{ path: 'own_holidays', problem: 'array_max', values: [60] }])
})
