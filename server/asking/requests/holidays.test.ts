import { createRequire } from 'node:module'
import Library from 'date-holidays'
import { expect, test, vi } from 'vitest'
import { corrections } from './holiday-corrections.ts'
import { countriesWithHolidays } from './holiday-countries.ts'
import { holidayOn, holidaysOf, lastYear } from './holidays.ts'
import byLaw from './holidays-by-law.json' with { type: 'json' }

// Compared with the laws that holiday-corrections.ts names, and with those of countries that need no correction: Código do
// Trabalho, art. 234 (PT); Real Decreto 2001/1983, art. 45 (ES); the Feiertagsgesetze that all 16 Länder share (DE); Code
// du travail, L3133-1 (FR); leggi 260/1949 and 151/2025 (IT); 国民の祝日に関する法律 (JP); ustawa of 18 January 1951 (PL); نظام
// العمل, art. 112, with the Umm al-Qura calendar (SA); kanun 2429, without its half days (TR).
const years = Object.entries(byLaw).flatMap(([country, days]) =>
  Object.entries(days).map(([year, dates]) => [country, Number(year), dates] as const),
)

test.each(years)('the holidays of %s in %i are those of its law', (country, year, days) => {
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
