import { Temporal } from 'temporal-polyfill'
import { monthOf, weekday, zoneHours } from './date-words.ts'
import { steadyOffset } from './zone-offset.ts'

/** Which part of a date comes first. After a leading year always comes the month. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** Why a text is not an acceptable date. */
export type DateFault = 'form' | 'ambiguous' | 'calendar' | 'range'

/** The order of day, month and year. `isChosen`: by the merchant, so that 24-11-09 can be read as well. */
export type ReadOrder = { order?: DateOrder | undefined; isChosen?: boolean }

/**
 * Milliseconds since 1970 of a date, optionally with a time (default: midnight), in `zone` unless the text names one.
 * Returns a DateFault if it cannot be read. Without an order, 05/03/2024 is ambiguous and 13/03/2024 is not. Reads names
 * of months in six languages, and seconds, milliseconds or microseconds since 1970.
 */
export function readDate(text: string, zone: string, given: ReadOrder = {}): number | DateFault {
  if (epochPattern.test(text)) return readEpoch(text)
  const plain = plainDate(text)
  // "mar" is a month and, in Spanish, a day of the week.
  const parts = partsOf(plain) ?? partsOf(plain.replace(weekday, ''))
  if (!parts) return 'form'
  const day = parts.word === undefined ? readDay(parts, given) : readNamedDay(parts)
  if (typeof day === 'string') return day
  const time = readTime(parts)
  if (!time) return 'calendar'
  const named = parts.zone && zoneNamed.exec(text)?.[0]
  const instant = toInstant({ ...day, ...time }, parts.offset ? zoneOf(parts.offset) : (named ?? zone))
  if (instant === undefined) return 'calendar'
  return instant >= 0 ? instant : 'range'
}

const zoneNamed = /[a-z_]+(?:\/[a-z_+-]+)+/i

/** Midnight of a day as spreadsheets count it, 45231.5 being a noon; see `readDate`. */
export function readSpreadsheetDay(text: string, zone: string): number | DateFault {
  const days = Number(text.replace(',', '.'))
  const at = Temporal.PlainDateTime.from('1899-12-30').add({ seconds: Math.round(days * 86_400) })
  return at.toZonedDateTime(zone).epochMilliseconds
}

/** The order of a pattern such as dd/mm/yyyy; undefined if it is not a pattern. */
export function readDateOrder(pattern: string): DateOrder | undefined {
  const [, order] =
    /^(dd?[/.-]mm?[/.-](?:yy)?yy|mm?[/.-]dd?[/.-](?:yy)?yy|(?:yy)?yy[/.-]mm?[/.-]dd?)\b/i.exec(pattern) ?? []
  return order?.toLowerCase().replace(/(\w)\1*[/.-]?/g, '$1') as DateOrder | undefined
}

// From 2001 on.
const epochPattern = /^[1-3]\d{9}(?:\.\d{1,9}|\d{3}|\d{6})?$/

function readEpoch(text: string): number {
  const [whole = '', fraction = ''] = text.split('.')
  return Number(whole.slice(0, 10)) * 1_000 + Number((whole.slice(10) + fraction).slice(0, 3).padEnd(3, '0'))
}

function plainDate(text: string): string {
  const plain = text
    .replace(eastern, '$1-$2-$3 ')
    .normalize('NFKD')
    // Accents, and the marks of direction that some browsers write around a date.
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
  return plain.toLowerCase().replace(/^'/, '').replace(/\s+/g, ' ').trim()
}

// 2024年11月9日, 2024년 11월 9일, 2024. 11. 9.
const eastern = /^(\d{4})(?: ?年| ?년|\.) ?(\d{1,2})(?: ?月| ?월|\.) ?(\d{1,2})(?:日|일|\.(?!\d))/

const numbers = /(?<first>\d{1,4}) ?(?<sign>[-/.]) ?(?<second>\d{1,2}) ?\k<sign> ?(?<third>\d{1,4})/
const compact = /(?<first>\d{4})(?<second>\d\d)(?<third>\d\d)/
const [ordinal, between] = ['(?:st|nd|rd|th|er|º|o|\\.)?', '(?:[-/ ]|\\.? ?(?:,|d[eo]l?|of)? )']
const word = '(?<word>[a-z]{3,10})\\.?'
const year = '(?<year>\\d{4}|\\d\\d)'
// 9 de março de 2024, 05 oct 2023, 5-Mar-24; March 9, 2024; 2024-Mar-09.
const dayNamed = `(?<day>\\d{1,2})${ordinal}${between}${word}${between}${year}`
const monthNamed = `${word}${between}(?<day>\\d{1,2})${ordinal}(?:,? |-|/)${year}`
const yearNamed = `(?<year>\\d{4})${between}${word}${between}(?<day>\\d{1,2})`
const timeText =
  /(?<hour>\d{1,2}) ?(?:[:h](?: ?(?<minute>\d\d)(?: ?[:m](?: ?(?<seconds>\d\d)(?:[.,](?<fraction>\d{1,9}))? ?s?|in)?)?)?|\.(?<minute>\d\d)(?:\.(?<seconds>\d\d))?)/
const unit = '(?: ?(?:h|hs|hrs?|horas?|uhr)\\.?)?'
const compactTime = '(?<hour>\\d\\d)(?<minute>\\d\\d)(?<seconds>\\d\\d)?'
const beforeTime = '(?:t|,? (?:(?:as|at|a las|a la|a|um|alle|ore|-) )?)'
const abbreviations = Object.keys(zoneHours).join('|')
const offset = `(?<offset>z|(?:utc|gmt)?[+-]\\d{1,2}(?::?\\d\\d)?|utc|gmt|${abbreviations})`
// What names the zone of an offset again: (BRT), UTC, [America/Sao_Paulo].
const sameZone = '(?: ?\\([^()]*\\)| [a-z]{3,5}| ?\\[[a-z_/+-]+\\])?'
const zoneText = `(?:${offset}${sameZone}|\\(${offset}\\)|\\[?(?<zone>[a-z_]+(?:/[a-z_+-]+)+)\\]?)`
const time = `${timeText.source}(?: ?(?<half>[ap])\\.? ?m\\.?(?![a-z]))?${unit}(?: ?${zoneText})?`

const dateForms = [
  ...[numbers.source, compact.source, dayNamed, monthNamed, yearNamed].map(
    day => new RegExp(`^${day}(?:${beforeTime}${time})?$`),
  ),
  // 20241109101500, 20241109T101500Z, 2024-11-09T101500.
  new RegExp(`^${compact.source}t?${compactTime}(?: ?${zoneText})?$`),
  new RegExp(`^${numbers.source}t${compactTime}(?: ?${zoneText})?$`),
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
  { order, isChosen = false }: ReadOrder,
): Day | DateFault {
  const [a, b, c] = [Number(first), Number(second), Number(third)]
  if (first.length === 4) return third.length <= 2 ? { year: a, month: b, day: c } : 'form'
  if (first.length > 2 || (third.length !== 4 && third.length !== 2)) return 'form'
  const isShort = third.length === 2
  if (isShort && order === 'ymd') return { year: fullYear(a), month: b, day: c }
  // 24-11-09 may begin with the year.
  if (isShort && sign === '-' && !isChosen) return 'ambiguous'
  return inOrder(a, b, isShort ? fullYear(c) : c, order)
}

function inOrder(a: number, b: number, year: number, order: DateOrder | undefined): Day | 'ambiguous' {
  const [dayFirst, monthFirst] = [
    { year, month: b, day: a },
    { year, month: a, day: b },
  ]
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
  // 22:15 PM and 00:15 AM name one hour.
  if (half === 'p' ? onDial > 12 : onDial === 0) return { hour: onDial, ...rest }
  if (onDial < 1 || onDial > 12) return undefined
  return { hour: (onDial % 12) + (half === 'p' ? 12 : 0), ...rest }
}

/** Undefined for a date or time that does not exist: 30 February, 24:00, 12:60; and for an unknown zone. */
function toInstant(at: Day & Time, zone: string): number | undefined {
  try {
    const inUtc = readInUtc(at)
    const offset = inUtc === undefined ? undefined : steadyOffset(zone, inUtc)
    if (inUtc !== undefined && offset !== undefined) return inUtc - offset
    const local = Temporal.PlainDateTime.from(at, { overflow: 'reject' })
    return local.toZonedDateTime(zone).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

// `Date` takes 30 February for 1 March, and the year 24 for 1924: these are left to Temporal, which is slower.
function readInUtc({ year, month, day, hour, minute, second, millisecond }: Day & Time): number | undefined {
  if (year < 1970 || hour > 23 || minute > 59 || second > 59) return undefined
  const at = Date.UTC(year, month - 1, day, hour, minute, second, millisecond)
  const read = new Date(at)
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? at : undefined
}

function zoneOf(offset: string): string {
  const hours = zoneHours[offset]
  if (hours !== undefined) return `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
  const [, sign, hour = '', minute = '00'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(offset) ?? []
  return sign ? `${sign}${hour.padStart(2, '0')}:${minute}` : 'UTC'
}
