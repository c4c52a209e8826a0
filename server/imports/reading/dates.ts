import { Temporal } from 'temporal-polyfill'

/** Which part of a date comes first. After a leading year always comes the month. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** Why a text is not an acceptable date. */
export type DateFault = 'form' | 'ambiguous' | 'calendar' | 'range'

/**
 * Milliseconds since 1970 of a date, optionally with a time (default: midnight), in `zone` unless the text names one.
 * Returns a DateFault if it cannot be read. Without `order`, 05/03/2024 is ambiguous and 13/03/2024 is not.
 */
export function readDate(text: string, zone: string, order?: DateOrder): number | DateFault {
  const parts = datePattern.exec(text)?.groups
  if (!parts) return 'form'
  const day = readDay(parts, order)
  if (typeof day === 'string') return day
  const time = readTime(parts)
  if (!time) return 'calendar'
  const instant = toInstant({ ...day, ...time }, zone, parts.offset?.toUpperCase())
  if (instant === undefined) return 'calendar'
  return instant >= 0 ? instant : 'range'
}

/** The order of a pattern such as dd/mm/yyyy; undefined if it is not a pattern. */
export function readDateOrder(pattern: string): DateOrder | undefined {
  const [, order] = /^(dd?[/.-]mm?[/.-]yyyy|mm?[/.-]dd?[/.-]yyyy|yyyy[/.-]mm?[/.-]dd?)\b/i.exec(pattern) ?? []
  return order?.toLowerCase().replace(/(\w)\1*[/.-]?/g, '$1') as DateOrder | undefined
}

const dayText = /(?<first>\d{1,4})(?<sign>[-/.])(?<second>\d{1,2})\k<sign>(?<third>\d{1,4})/
const timeText = /(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<seconds>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?/
const zoneText = /Z|UTC|GMT|[+-]\d\d(?::?\d\d)?/

const datePattern = new RegExp(
  `^${dayText.source}(?:(?:T|,? +)${timeText.source}(?: ?(?<half>[AP])\\.?M\\.?)?(?: ?(?<offset>${zoneText.source}))?)?$`,
  'i',
)

type Parts = Record<string, string | undefined>

type Day = { year: number; month: number; day: number }

function readDay({ first = '', second = '', third = '' }: Parts, order?: DateOrder): Day | DateFault {
  const [a, b, c] = [Number(first), Number(second), Number(third)]
  if (first.length === 4) return third.length <= 2 ? { year: a, month: b, day: c } : 'form'
  if (first.length > 2 || third.length !== 4) return 'form'
  const dayFirst = { year: c, month: b, day: a }
  const monthFirst = { year: c, month: a, day: b }
  if (order === 'dmy') return dayFirst
  if (order === 'mdy') return monthFirst
  if (a > 12 || a === b) return dayFirst
  return b > 12 ? monthFirst : 'ambiguous'
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
  return { hour: (onDial % 12) + (half.toUpperCase() === 'P' ? 12 : 0), ...rest }
}

const isUtc = /^(Z|UTC|GMT)$/

/** Undefined for a date or time that does not exist: 30 February, 24:00, 12:60. */
function toInstant(at: Day & Time, zone: string, offset?: string): number | undefined {
  try {
    const local = Temporal.PlainDateTime.from(at, { overflow: 'reject' })
    const timeZone = !offset ? zone : isUtc.test(offset) ? 'UTC' : withColon(offset)
    return local.toZonedDateTime(timeZone).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function withColon(offset: string): string {
  return `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`
}
