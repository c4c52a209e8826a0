import { Temporal } from 'temporal-polyfill'
import { monthOf, weekday } from './date-words.ts'

/** Which part of a date comes first. After a leading year always comes the month. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** Why a text is not an acceptable date. */
export type DateFault = 'form' | 'ambiguous' | 'calendar' | 'range'

/**
 * Milliseconds since 1970 of a date, optionally with a time (default: midnight), in `zone` unless the text names one.
 * Returns a DateFault if it cannot be read. Without `order`, 05/03/2024 is ambiguous and 13/03/2024 is not. Reads names
 * of months in English, Portuguese and Spanish, and seconds or milliseconds since 1970.
 */
export function readDate(text: string, zone: string, order?: DateOrder): number | DateFault {
  if (epochPattern.test(text)) return Number(text) * (text.length > 10 ? 1 : 1_000)
  const plain = withoutAccents(text)
  // "mar" is a month and, in Spanish, a day of the week.
  const parts = partsOf(plain) ?? partsOf(plain.replace(weekday, ''))
  if (!parts) return 'form'
  const day = parts.word === undefined ? readDay(parts, order) : readNamedDay(parts)
  if (typeof day === 'string') return day
  const time = readTime(parts)
  if (!time) return 'calendar'
  const instant = toInstant({ ...day, ...time }, zone, parts.offset?.toUpperCase())
  if (instant === undefined) return 'calendar'
  return instant >= 0 ? instant : 'range'
}

/** Midnight of a day as spreadsheets count it, 45231.5 being a noon; see `readDate`. */
export function readSpreadsheetDay(text: string, zone: string): number | DateFault {
  const days = Number(text.replace(',', '.'))
  const at = Temporal.PlainDateTime.from('1899-12-30').add({ seconds: Math.round(days * 86_400) })
  return at.toZonedDateTime(zone).epochMilliseconds
}

/** The order of a pattern such as dd/mm/yyyy; undefined if it is not a pattern. */
export function readDateOrder(pattern: string): DateOrder | undefined {
  const [, order] = /^(dd?[/.-]mm?[/.-]yyyy|mm?[/.-]dd?[/.-]yyyy|yyyy[/.-]mm?[/.-]dd?)\b/i.exec(pattern) ?? []
  return order?.toLowerCase().replace(/(\w)\1*[/.-]?/g, '$1') as DateOrder | undefined
}

// From 2001 on.
const epochPattern = /^(?:[1-3]\d{9}|[1-3]\d{12})$/

function withoutAccents(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{Mn}/gu, '')
  return plain.toLowerCase().replace(/\s+/g, ' ').trim()
}

const numbers = /(?<first>\d{1,4})(?<sign>[-/.])(?<second>\d{1,2})\k<sign>(?<third>\d{1,4})/
const compact = /(?<first>\d{4})(?<second>\d\d)(?<third>\d\d)/
const [ordinal, between] = ['(?:st|nd|rd|th|º|o|\\.)?', '(?:[-/ ]|\\.? ?(?:,|d[eo]l?|of)? )']
const word = '(?<word>[a-z]{3,10})\\.?'
const year = '(?<year>\\d{4}|\\d\\d)'
// 9 de março de 2024, 05 oct 2023, 5-Mar-24; March 9, 2024; 2024-Mar-09.
const dayNamed = `(?<day>\\d{1,2})${ordinal}${between}${word}${between}${year}`
const monthNamed = `${word}${between}(?<day>\\d{1,2})${ordinal}(?:,? |-|/)${year}`
const yearNamed = `(?<year>\\d{4})${between}${word}${between}(?<day>\\d{1,2})`
const timeText =
  /(?<hour>\d{1,2}) ?[:h](?: ?(?<minute>\d\d)(?: ?[:m](?: ?(?<seconds>\d\d)(?:[.,](?<fraction>\d{1,9}))? ?s?|in)?)?)?/
const beforeTime = '(?:t|,? (?:(?:as|at|a las|a la|-) )?)'
const zoneText = '(?<offset>z|(?:utc|gmt)?[+-]\\d\\d(?::?\\d\\d)?|utc|gmt)(?: ?\\([^()]*\\))?'
const time = `${timeText.source}(?: ?(?<half>[ap])\\.? ?m\\.?)?(?: ?${zoneText})?`

const dateForms = [
  ...[numbers.source, compact.source, dayNamed, monthNamed, yearNamed].map(
    day => new RegExp(`^${day}(?:${beforeTime}${time})?$`),
  ),
  // What JavaScript and `date` print: Aug 10 14:16:38 GMT 2015 has its year behind the time.
  new RegExp(`^${word} (?<day>\\d{1,2}) ${time} (?<year>\\d{4})$`),
]

type Parts = Record<string, string | undefined>

function partsOf(plain: string): Parts | undefined {
  for (const form of dateForms) {
    const found = form.exec(plain)
    if (found) return found.groups
  }
  return undefined
}

type Day = { year: number; month: number; day: number }

function readDay(
  { first = '', sign = '', second = '', third = '' }: Parts,
  order?: DateOrder,
): Day | DateFault {
  const [a, b, c] = [Number(first), Number(second), Number(third)]
  if (first.length === 4) return third.length <= 2 ? { year: a, month: b, day: c } : 'form'
  // 24-11-09 may begin with the year.
  const isShort = third.length === 2 && sign !== '-'
  if (first.length > 2 || (third.length !== 4 && !isShort)) return 'form'
  const dayFirst = { year: isShort ? fullYear(c) : c, month: b, day: a }
  const monthFirst = { ...dayFirst, month: a, day: b }
  if (order === 'dmy') return dayFirst
  if (order === 'mdy') return monthFirst
  if (a > 12 || a === b) return dayFirst
  return b > 12 ? monthFirst : 'ambiguous'
}

function readNamedDay({ word = '', day, year = '' }: Parts): Day | DateFault {
  const month = monthOf(word)
  if (month === undefined) return 'form'
  return { year: year.length === 2 ? fullYear(Number(year)) : Number(year), month, day: Number(day) }
}

/** As spreadsheets and POSIX do, 69 is 1969. */
function fullYear(twoDigits: number): number {
  return twoDigits + (twoDigits < 69 ? 2000 : 1900)
}

type Time = { hour: number; minute: number; second: number; millisecond: number }

function readTime({ hour = '0', minute = '0', seconds = '0', fraction = '', half }: Parts): Time | undefined {
  const rest = {
    minute: Number(minute),
    second: Number(seconds),
    millisecond: Number(fraction.padEnd(3, '0').slice(0, 3)),
  }
  if (!half) return { hour: Number(hour), ...rest }
  const onDial = Number(hour)
  if (onDial < 1 || onDial > 12) return undefined
  return { hour: (onDial % 12) + (half === 'p' ? 12 : 0), ...rest }
}

/** Undefined for a date or time that does not exist: 30 February, 24:00, 12:60. */
function toInstant(at: Day & Time, zone: string, offset?: string): number | undefined {
  try {
    const local = Temporal.PlainDateTime.from(at, { overflow: 'reject' })
    return local.toZonedDateTime(zoneOf(offset, zone)).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function zoneOf(offset: string | undefined, zone: string): string {
  if (!offset) return zone
  const digits = offset.replace(/^(?:UTC|GMT)(?=[+-])/, '')
  return /^[+-]/.test(digits) ? `${digits.slice(0, 3)}:${digits.slice(3).replace(':', '') || '00'}` : 'UTC'
}
