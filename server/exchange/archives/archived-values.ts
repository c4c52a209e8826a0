import type { Column } from './tables.ts'

/**
 * Whether a value fits its column. PostgreSQL accepts values that no export contains: infinite dates, and NaN or
 * infinite numbers.
 */
export function isOfType(value: unknown, { type }: Column): boolean {
  if (value === null) return true
  const isRight = checks[type]
  return isRight ? isRight(value) : typeof value === 'object'
}

const isText = (value: unknown): value is string => typeof value === 'string'
// Until 2201: an order may be delivered at the end of 2199, and its request is due up to a year later.
const isInstant = (value: unknown) =>
  isText(value) &&
  /^(19[7-9]\d|2[01]\d\d|220[01])-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(\+00:00|Z)$/.test(value)
const listOf = (check: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(check)

const checks: Record<string, (value: unknown) => boolean> = {
  uuid: value => isText(value) && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
  text: isText,
  tsvector: isText,
  boolean: value => typeof value === 'boolean',
  smallint: Number.isSafeInteger,
  integer: Number.isSafeInteger,
  bigint: Number.isSafeInteger,
  numeric: Number.isFinite,
  'double precision': Number.isFinite,
  date: value => isText(value) && /^(19[7-9]\d|2[01]\d\d)-\d\d-\d\d$/.test(value),
  'time without time zone': value => isText(value) && /^\d\d:\d\d:\d\d$/.test(value),
  'timestamp with time zone': isInstant,
  'timestamp with time zone[]': listOf(isInstant),
  bytea: value => isText(value) && /^\\x([\da-f]{2})*$/.test(value),
  jsonb: () => true,
  'text[]': listOf(isText),
  'integer[]': listOf(Number.isSafeInteger),
}
