import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import { corrections } from './holiday-corrections.ts'
import { countriesWithHolidays } from './holiday-countries.ts'

/** A national public holiday. `date` is `YYYY-MM-DD`. */
export type Holiday = { date: string; name: string }

/** The last year with all holidays: the library's Islamic calendar ends in 2077, and its Jewish one before 2100. */
export const lastYear = 2076

/** The name of the holiday on a day (`YYYY-MM-DD`), in a language of the country. Undefined on other days. */
export function holidayOn(date: string, country: string): string | undefined {
  return yearOf(country, Number(date.slice(0, 4))).get(date)
}

/**
 * The national public holidays of a year in order: those that a law closes the whole country for, and for the whole day.
 * Their names are in the language of `locale` if the library has them, else in one of the country. Empty for a country
 * that is not in `countriesWithHolidays`.
 */
export function holidaysOf(country: string, year: number, locale?: string): Holiday[] {
  return [...yearOf(country, year, locale)].map(([date, name]) => ({ date, name }))
}

type Year = ReadonlyMap<string, string>

// A year takes 7 ms, and is 2 kB.
const years = new LRUCache<string, Year>({ max: 1000 })

function yearOf(country: string, year: number, locale = ''): Year {
  if (!countriesWithHolidays.includes(country)) return new Map()
  const language = locale.toLowerCase().replace(/-.*/, '').replace(/^nb$/, 'no')
  const key = `${country} ${year} ${language}`
  let known = years.get(key)
  if (!known) {
    known = computeYear(country, year, language)
    years.set(key, known)
  }
  return known
}

function computeYear(country: string, year: number, language: string): Year {
  const library = correctedLibrary(country)
  // Of the year before, too: Eswatini's Incwala begins in December and ends in January.
  const found = [year - 1, year].flatMap(one => library.getHolidays(one, language || undefined))
  const days = found.flatMap(({ date, start, end, name }) =>
    daysOf(date, start, end).map(day => ({ day, name })),
  )
  const byDay = new Map<string, string>()
  for (const { day, name } of days.toSorted((a, b) => a.day.localeCompare(b.day))) {
    // Of two holidays on one day, the first has the name.
    if (day.startsWith(`${year}-`) && !byDay.has(day)) byDay.set(day, name)
  }
  return byDay
}

/** The whole days of a holiday. Its `date` is that of the country's clock, which `start` and `end` are not. */
function daysOf(date: string, start: Date, end: Date): string[] {
  const [first = '', time] = date.split(' ')
  if (time !== '00:00:00') return []
  // A day of 23 hours, when the clocks change, is one too.
  const days = Math.floor((end.getTime() - start.getTime()) / day + 1 / 12)
  return Array.from({ length: days }, (_, index) => {
    return new Date(Date.parse(first) + index * day).toISOString().slice(0, 10)
  })
}

const day = 24 * 60 * 60 * 1000

function correctedLibrary(country: string) {
  const library = new (loadLibrary())(country, { types: ['public'] })
  const { without = [], with: added = [] } = corrections[country] ?? {}
  for (const rule of without) library.unsetRule(rule)
  for (const [rule, name, more] of added) library.setHoliday(rule, { name, type: 'public', ...more })
  return library
}

// Loaded when a store first needs it: it takes 70 ms and 30 MB, and most stores skip no holidays.
const require = createRequire(import.meta.url)
function loadLibrary(): typeof import('date-holidays').default {
  return require('date-holidays')
}
