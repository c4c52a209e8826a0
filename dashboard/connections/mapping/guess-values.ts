/** Whether the day or the month is first in the dates of a sample that do not begin with the year. */
export type DateForm = 'dmy' | 'mdy'

const iso = /^\d{4}-\d\d-\d\d(?<time>[T ]\d\d:\d\d[\d:.]*)?(?<offset> ?(Z|[+-]\d\d:?\d\d))?$/
const local =
  /^(?<first>\d{1,2})(?<sign>[/.-])(?<second>\d{1,2})\k<sign>(?<year>\d{4})(?<gap>,? |T)?(?<time>\d{1,2}:\d\d(?<seconds>:\d\d)?(?<half> ?[AP]M)?)?$/i

/**
 * The form of the dates among these values: that of one which allows only one, else the day first. Undefined if none is
 * a date.
 */
export function dateFormOf(values: unknown[]): DateForm | undefined {
  const texts = values.filter(value => typeof value === 'string')
  const parts = texts.flatMap(text => {
    const { groups } = local.exec(text) ?? {}
    return groups ? [groups] : []
  })
  if (parts.some(({ first }) => Number(first) > 12)) return 'dmy'
  if (parts.some(({ second }) => Number(second) > 12)) return 'mdy'
  return parts.length > 0 || texts.some(text => iso.test(text)) ? 'dmy' : undefined
}

/** Whether a value is the text of a date, in any of the forms of `dateFormOf`. */
export const isDateText = (value: unknown): boolean => dateFormOf([value]) !== undefined

/**
 * The time of a date of ISO 8601, or of the seconds or milliseconds since 1970, from 2001 on, also as text; in ms. Undefined
 * for anything else.
 */
export function instantOf(value: unknown): number | undefined {
  if (/^[1-3]\d{9}(\d{3})?$/.test(String(value))) return Number(String(value).padEnd(13, '0'))
  if (typeof value !== 'string') return undefined
  const parts = iso.exec(value)?.groups
  if (!parts) return undefined
  const time = Date.parse(parts.time && !parts.offset ? `${value.replace(' ', 'T')}Z` : value)
  return Number.isNaN(time) ? undefined : time
}

/**
 * JSONata that reads dates like this one. A date without an offset gets `offset`. An order that is not yet shipped has an
 * empty date, which stays empty.
 */
export function dateExpression(
  path: string,
  date: string,
  form: DateForm | undefined,
  offset: string,
): string {
  const isoParts = iso.exec(date)?.groups
  if (isoParts?.offset || (isoParts && offset === 'Z')) return path
  if (isoParts) return `${path} ? ${path} & "${isoParts.time ? '' : 'T00:00:00'}${offset}"`
  const parts = local.exec(date)?.groups
  if (!parts) return path
  const { sign = '/', gap = '', time = '', seconds, half } = parts
  const day = (form === 'mdy' ? ['[M1]', '[D1]', '[Y0001]'] : ['[D1]', '[M1]', '[Y0001]']).join(sign)
  const clock = `${half ? '[h1]' : '[H1]'}:[m01]${seconds ? ':[s01]' : ''}`
  const picture = `${day}${time && gap + clock}${half ? `${/^ /.test(half) ? ' ' : ''}[P]` : ''}`
  return `${path} ? $toMillis(${path} & " ${offset === 'Z' ? '+00:00' : offset}", "${picture} [Z]")`
}

/** JSONata that reads an amount like this one: `149.90` as it is, `$1,149.90` and `1.149,90` as a number. */
export function moneyExpression(path: string, amount: unknown): string {
  if (typeof amount !== 'string' || /^\d+(\.\d+)?$/.test(amount.trim())) return path
  const decimals = /[.,](?=\d{1,2}\D*$)/.exec(amount)?.[0]
  if (decimals === ',') return `$number($replace($replace(${path}, /[^0-9,]/, ""), ",", "."))`
  return `$number($replace(${path}, /[^0-9${decimals ? '.' : ''}]/, ""))`
}
