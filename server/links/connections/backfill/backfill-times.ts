import { createHash } from 'node:crypto'

const hour = 60 * 60 * 1000
const day = 24 * hour

/**
 * The time of a store's next nightly back-fill: the same minute each night, between 04:00 and 10:00 UTC, when shops of
 * the Americas are quiet. Spread by store, so that an installation's stores do not begin at once.
 */
export function nextBackfill(now: number, storeId: string): Date {
  const spread = (createHash('sha256').update(storeId).digest().readUInt32BE(0) % (6 * 60)) * 60_000
  const today = Math.floor(now / day) * day + 4 * hour + spread
  return new Date(today > now ? today : today + day)
}
