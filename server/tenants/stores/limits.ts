/**
 * What the operator may limit besides the orders of a month, which have the column `order_limit` and the name
 * `orders_per_month`. A limit that is missing does not apply.
 */
export const limitNames = [
  'orders_per_minute',
  'mails_per_day',
  'api_requests_per_minute',
  'reviews_per_import',
  'stored_bytes',
] as const

export type LimitName = (typeof limitNames)[number]

export type StoreLimits = Partial<Record<LimitName, number>>

/** The largest value of a limit: that of a PostgreSQL integer, and for bytes the largest exact number. */
export function largestLimit(name: string): number {
  return name === 'stored_bytes' ? Number.MAX_SAFE_INTEGER : 2_147_483_647
}

/** The limits without those that are null. */
export function withoutNulls(limits: Partial<Record<LimitName, number | null | undefined>>): StoreLimits {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value != null))
}

/** The names of the limits that are unknown or out of range. */
export function wrongLimits(limits: Record<string, unknown>): string[] {
  return Object.entries(limits)
    .filter(([name, value]) => !isLimitName(name) || !isWhole(value, largestLimit(name)))
    .map(([name]) => name)
}

export function isLimitName(name: string): name is LimitName {
  return limitNames.includes(name as LimitName)
}

function isWhole(value: unknown, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
}
