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
  const year = Number(date.slice(0, 4))
  const key = `${country} ${year}`
  let known = years.get(key)
  if (!known) {
    known = computeYear(country, year)
    years.set(key, known)
  }
  return known.get(date)
}

/**
 * Whether national holidays move a request whose plain date is this (`YYYY-MM-DD`, or only its beginning): of last year,
 * this year and the next two. A year takes up to 100 ms, in which the process does nothing else, and orders may name
 * 230 years.
 */
export function isNearEnough(date: string, now: number): boolean {
  const ahead = Number(date.slice(0, 4)) - new Date(now).getUTCFullYear()
  return ahead >= -1 && ahead <= 2
}

/**
 * The national public holidays of a year in order: whole days, as the library lists them for the whole country, corrected
 * where a law says otherwise. Their names are in the language of `locale` if the library has them, else in one of the
 * country. Empty for a country that is not in `countriesWithHolidays`. Computed each time, so that
 * listing many years takes no memory from the schedule.
 */
export function holidaysOf(country: string, year: number, locale?: string): Holiday[] {
  return [...computeYear(country, year, locale)].map(([date, name]) => ({ date, name }))
}

type Year = ReadonlyMap<string, string>

// A year is 2 kB.
const years = new LRUCache<string, Year>({ max: 1000 })

function computeYear(country: string, year: number, locale = ''): Year {
  if (!countriesWithHolidays.includes(country)) return new Map()
  const language = locale.toLowerCase().replace(/-.*/, '').replace(/^nb$/, 'no')
  const library = correctedLibrary(country)
  // Of the year before, too: Eswatini's Incwala begins in December and ends in January.
  const found = [year - 1, year].flatMap(one => library.getHolidays(one, language || undefined))
  const days = found.flatMap(({ date, start, end, name, rule }) =>
    daysOf(date, start, end).map(day => ({ day, name, moves: /^\d\d-\d\d/.test(rule) ? 0 : 1 })),
  )
  const byDay = new Map<string, string>()
  for (const { day, name } of days.toSorted((a, b) => a.day.localeCompare(b.day) || a.moves - b.moves)) {
    // Of two holidays on one day, the first has the name: one with a date of its own, else the library's first.
    if (day.startsWith(`${year}-`) && !byDay.has(day)) byDay.set(day, name)
  }
  return byDay
}

/**
 * The whole days of a holiday; half a day is none. Its `date` is that of the country's clock, which `start` and `end` are
 * not.
 */
function daysOf(date: string, start: Date, end: Date): string[] {
  const first = date.slice(0, 'YYYY-MM-DD'.length)
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
