import { createRequire } from 'node:module'
import Library from 'date-holidays'
import { expect, test, vi } from 'vitest'
import { corrections } from './holiday-corrections.ts'
import { countriesWithHolidays } from './holiday-countries.ts'
import { holidayOn, holidaysOf, lastYear } from './holidays.ts'

// Compared with the laws that holiday-corrections.ts names, and with those of countries that need no correction: Código do
// Trabalho, art. 234 (PT); Real Decreto 2001/1983, art. 45 (ES); the Feiertagsgesetze that all 16 Länder share (DE); Code
// du travail, L3133-1 (FR); leggi 260/1949 and 151/2025 (IT); 国民の祝日に関する法律 (JP); ustawa of 18 January 1951 (PL); نظام
// العمل, art. 112, with the Umm al-Qura calendar (SA); kanun 2429, without its half days (TR).
const byLaw: [country: string, year: number, days: string][] = [
  [
    'BG',
    2026,
    '01-01 03-03 04-10 04-11 04-12 04-13 05-01 05-06 05-24 05-25 09-06 09-07 09-22 12-24 12-25 12-26 12-28',
  ],
  [
    'BG',
    2027,
    '01-01 03-03 04-30 05-01 05-02 05-03 05-04 05-06 05-24 09-06 09-22 12-24 12-25 12-26 12-27 12-28',
  ],
  [
    'BG',
    2028,
    '01-01 01-03 03-03 04-14 04-15 04-16 04-17 05-01 05-06 05-08 05-24 09-06 09-22 12-24 12-25 12-26 12-27',
  ],
  ['BR', 2026, '01-01 04-03 04-21 05-01 09-07 10-12 11-02 11-15 11-20 12-25'],
  ['BR', 2027, '01-01 03-26 04-21 05-01 09-07 10-12 11-02 11-15 11-20 12-25'],
  ['BR', 2028, '01-01 04-14 04-21 05-01 09-07 10-12 11-02 11-15 11-20 12-25'],
  ['CA', 2026, '01-01 04-03 05-18 07-01 09-07 09-30 10-12 11-11 12-25 12-26'],
  ['CA', 2027, '01-01 03-26 05-24 07-01 09-06 09-30 10-11 11-11 12-25 12-26'],
  ['CA', 2028, '01-01 04-14 05-22 07-01 09-04 09-30 10-09 11-11 12-25 12-26'],
  [
    'CL',
    2026,
    '01-01 04-03 04-04 04-05 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  ],
  [
    'CL',
    2027,
    '01-01 03-26 03-27 03-28 05-01 05-21 06-21 06-28 07-16 08-15 09-17 09-18 09-19 10-11 10-31 11-01 12-08 12-25',
  ],
  [
    'CL',
    2028,
    '01-01 04-14 04-15 04-16 05-01 05-21 06-20 06-26 07-16 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25',
  ],
  [
    'CN',
    2026,
    '01-01 01-02 01-03 02-15 02-16 02-17 02-18 02-19 02-20 02-21 02-22 02-23 04-04 04-05 04-06 05-01 05-02 05-03 05-04 05-05 06-19 06-20 06-21 09-25 09-26 09-27 10-01 10-02 10-03 10-04 10-05 10-06 10-07',
  ],
  ['CN', 2027, '01-01 02-05 02-06 02-07 02-08 04-05 05-01 05-02 06-09 09-15 10-01 10-02 10-03'],
  ['CN', 2028, '01-01 01-25 01-26 01-27 01-28 04-04 05-01 05-02 05-28 10-01 10-02 10-03'],
  [
    'CO',
    2026,
    '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-13 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25',
  ],
  [
    'CO',
    2027,
    '01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-12 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25',
  ],
  [
    'CO',
    2028,
    '01-01 01-10 03-20 04-13 04-14 05-01 05-29 06-19 06-26 07-03 07-10 07-20 08-07 08-21 10-16 11-06 11-13 12-08 12-25',
  ],
  ['DE', 2026, '01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26'],
  ['DE', 2027, '01-01 03-26 03-29 05-01 05-06 05-17 10-03 12-25 12-26'],
  ['DE', 2028, '01-01 04-14 04-17 05-01 05-25 06-05 10-03 12-25 12-26'],
  ['EC', 2026, '01-01 02-16 02-17 04-03 05-01 05-24 08-10 10-09 11-02 11-03 12-25'],
  ['EC', 2027, '01-01 02-08 02-09 03-26 05-01 05-24 08-10 10-09 11-02 11-03 12-25'],
  ['EC', 2028, '01-01 02-28 02-29 04-14 05-01 05-24 08-10 10-09 11-02 11-03 12-25'],
  ['ES', 2026, '01-01 01-06 04-03 05-01 08-15 10-12 11-01 12-06 12-08 12-25'],
  ['ES', 2027, '01-01 01-06 03-26 05-01 08-15 10-12 11-01 12-06 12-08 12-25'],
  ['ES', 2028, '01-01 01-06 04-14 05-01 08-15 10-12 11-01 12-06 12-08 12-25'],
  ['FR', 2026, '01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25'],
  ['FR', 2027, '01-01 03-29 05-01 05-06 05-08 05-17 07-14 08-15 11-01 11-11 12-25'],
  ['FR', 2028, '01-01 04-17 05-01 05-08 05-25 06-05 07-14 08-15 11-01 11-11 12-25'],
  ['IT', 2026, '01-01 01-06 04-05 04-06 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26'],
  ['IT', 2027, '01-01 01-06 03-28 03-29 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26'],
  ['IT', 2028, '01-01 01-06 04-16 04-17 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26'],
  [
    'JP',
    2026,
    '01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23',
  ],
  [
    'JP',
    2027,
    '01-01 01-11 02-11 02-23 03-21 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23',
  ],
  [
    'JP',
    2028,
    '01-01 01-10 02-11 02-23 03-20 04-29 05-03 05-04 05-05 07-17 08-11 09-18 09-22 10-09 11-03 11-23',
  ],
  [
    'KR',
    2026,
    '01-01 02-16 02-17 02-18 03-01 03-02 05-01 05-05 05-24 05-25 06-03 06-06 07-17 08-15 08-17 09-24 09-25 09-26 10-03 10-05 10-09 12-25',
  ],
  [
    'KR',
    2027,
    '01-01 02-06 02-07 02-08 02-09 03-01 05-01 05-03 05-05 05-13 06-06 07-17 07-19 08-15 08-16 09-14 09-15 09-16 10-03 10-04 10-09 10-11 12-25 12-27',
  ],
  [
    'KR',
    2028,
    '01-01 01-26 01-27 01-28 03-01 04-12 05-01 05-02 05-05 06-06 07-17 08-15 10-02 10-03 10-04 10-05 10-09 12-25',
  ],
  ['MX', 2026, '01-01 02-02 03-16 05-01 09-16 11-16 12-25'],
  ['MX', 2027, '01-01 02-01 03-15 05-01 09-16 11-15 12-25'],
  ['MX', 2028, '01-01 02-07 03-20 05-01 09-16 11-20 12-25'],
  ['PL', 2026, '01-01 01-06 04-05 04-06 05-01 05-03 05-24 06-04 08-15 11-01 11-11 12-24 12-25 12-26'],
  ['PL', 2027, '01-01 01-06 03-28 03-29 05-01 05-03 05-16 05-27 08-15 11-01 11-11 12-24 12-25 12-26'],
  ['PL', 2028, '01-01 01-06 04-16 04-17 05-01 05-03 06-04 06-15 08-15 11-01 11-11 12-24 12-25 12-26'],
  ['PT', 2026, '01-01 04-03 04-05 04-25 05-01 06-04 06-10 08-15 10-05 11-01 12-01 12-08 12-25'],
  ['PT', 2027, '01-01 03-26 03-28 04-25 05-01 05-27 06-10 08-15 10-05 11-01 12-01 12-08 12-25'],
  ['PT', 2028, '01-01 04-14 04-16 04-25 05-01 06-10 06-15 08-15 10-05 11-01 12-01 12-08 12-25'],
  ['SA', 2026, '02-22 03-19 03-20 03-21 03-22 05-26 05-27 05-28 05-29 09-23'],
  ['SA', 2027, '02-22 03-09 03-10 03-11 03-12 05-15 05-16 05-17 05-18 09-23'],
  ['SA', 2028, '02-22 02-26 02-27 02-28 02-29 05-04 05-05 05-06 05-07 09-23'],
  ['SK', 2026, '01-01 01-06 04-03 04-06 05-01 07-05 08-29 11-01 12-24 12-25 12-26'],
  ['SK', 2027, '01-01 01-06 03-26 03-29 05-01 05-08 07-05 08-29 09-15 11-01 12-24 12-25 12-26'],
  ['SK', 2028, '01-01 01-06 04-14 04-17 05-01 05-08 07-05 08-29 09-15 11-01 12-24 12-25 12-26'],
  ['TR', 2026, '01-01 03-20 03-21 03-22 04-23 05-01 05-19 05-27 05-28 05-29 05-30 07-15 08-30 10-29'],
  ['TR', 2027, '01-01 03-09 03-10 03-11 04-23 05-01 05-16 05-17 05-18 05-19 07-15 08-30 10-29'],
  ['TR', 2028, '01-01 02-26 02-27 02-28 04-23 05-01 05-05 05-06 05-07 05-08 05-19 07-15 08-30 10-29'],
  [
    'TW',
    2026,
    '01-01 02-16 02-17 02-18 02-19 02-20 02-21 02-28 04-04 04-05 04-06 05-01 06-19 09-25 09-28 10-10 10-25 12-25',
  ],
  [
    'TW',
    2027,
    '01-01 02-05 02-06 02-07 02-08 02-09 02-10 02-28 03-01 04-04 04-05 05-01 06-09 09-15 09-28 10-10 10-11 10-25 12-25 12-31',
  ],
  [
    'TW',
    2028,
    '01-01 01-25 01-26 01-27 01-28 01-29 01-30 02-28 04-04 05-01 05-28 05-29 09-28 10-03 10-10 10-25 12-25',
  ],
  ['US', 2026, '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25'],
  ['US', 2027, '01-01 01-18 02-15 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 12-24 12-25 12-31'],
  ['US', 2028, '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-11 11-23 12-25'],
]

test.each(byLaw)('the holidays of %s in %i are those of its law', (country, year, days) => {
  expect(dates(country, year).join(' ')).toBe(days)
})

test.each([2026, 2027, 2028])('the three national holidays of India are in its calendar of %i', year => {
  expect(dates('IN', year)).toEqual(expect.arrayContaining(['01-26', '08-15', '10-02']))
})

test('holidays that a law moves or adds in other years', () => {
  expect(dates('MX', 2024)).toContain('10-01')
  expect(dates('MX', 2030)).toContain('10-01')
  expect(dates('MX', 2030)).not.toContain('12-01')
  expect(dates('US', 2029)).toEqual(expect.arrayContaining(['11-11', '11-12']))
  expect(dates('BR', 2023)).not.toContain('11-20')
  expect(dates('BR', 2024)).toContain('11-20')
  expect(dates('CO', 2025)).not.toContain('07-14') // Ley 2578 is of 2026
  // As Bulgaria's official calendars of working days for these years had them.
  expect(dates('BG', 2021)).toEqual(expect.arrayContaining(['05-03', '05-04', '12-27', '12-28']))
  expect(dates('BG', 2022)).toEqual(expect.arrayContaining(['01-03', '05-02', '12-27', '12-28']))
  // Incwala lasts from December to January.
  expect(dates('SZ', 2027).slice(0, 2)).toEqual(['01-01', '01-02'])
})

test('every date is of its year, once, in order, and has a name', () => {
  for (const country of countriesWithHolidays) {
    for (const year of [2027, lastYear]) {
      const found = holidaysOf(country, year)
      expect(found.length, country).toBeGreaterThan(0)
      const days = found.map(({ date }) => date)
      expect(days, country).toEqual([...new Set(days)].sort())
      for (const { date, name } of found) {
        expect(date.slice(0, 5)).toBe(`${year}-`)
        expect(name.trim(), `${country} ${date}`).not.toBe('')
      }
    }
  }
})

test('names are in a language of the country, or in the one that is asked for', () => {
  expect(holidayOn('2026-04-03', 'BR')).toBe('Sexta-Feira Santa')
  expect(holidayOn('2026-04-04', 'BR')).toBeUndefined()
  const firstOf = (country: string, locale?: string) => holidaysOf(country, 2027, locale)[0]?.name
  expect(firstOf('MX')).toBe('Año Nuevo')
  expect(firstOf('MX', 'pt-BR')).toBe('Ano Novo')
  expect(firstOf('MX', 'nb-NO')).toBe('Første nyttårsdag')
  expect(firstOf('MX', 'bn')).toBe('Año Nuevo') // the library has none in Bengali
})

test('of two holidays on one day, the one that is on it every year has the name', () => {
  expect(holidayOn('2027-12-25', 'ID')).toBe('Hari Raya Natal')
})

test('a listing leaves nothing in the memory of the schedule, which keeps each year', () => {
  const { prototype } = createRequire(import.meta.url)('date-holidays') as typeof Library
  const computed = vi.spyOn(prototype, 'getHolidays')
  const countedIn = (act: () => void) => {
    computed.mockClear()
    act()
    return computed.mock.calls.length
  }
  holidaysOf('US', 2041)
  expect(countedIn(() => holidayOn('2041-12-25', 'US'))).toBeGreaterThan(0)
  expect(countedIn(() => holidayOn('2041-07-04', 'US'))).toBe(0)
  computed.mockRestore()
})

test('the listed countries are those of the library; others have no holidays', () => {
  expect(countriesWithHolidays).toEqual(Object.keys(new Library().getCountries()).sort())
  for (const country of ['ZZ', 'QA', 'br', '']) {
    expect(holidayOn('2026-12-25', country)).toBeUndefined()
    expect(holidaysOf(country, 2026)).toEqual([])
  }
})

// An update of the library may rename a rule: then the correction must follow it.
test.each(Object.entries(corrections))('the rules that are corrected for %s exist', (country, {
  without = [],
}) => {
  const library = new Library(country)
  expect(without.filter(rule => !library.unsetRule(rule))).toEqual([])
})

function dates(country: string, year: number): string[] {
  return holidaysOf(country, year).map(({ date }) => date.slice(5))
}
