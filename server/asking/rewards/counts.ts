import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { boundsOf, dateAfter, dateOf } from '../../foundation/lib/time/days.ts'
import type { Store } from '../../tenants/stores/stores.ts'

type Zone = Pick<Store, 'time_zone'>

/** How many days a buyer has to write the review, at most. */
export const promiseDays = 30
/** How many days a code is valid, at least, after the last day on which it can be earned. */
const usableDays = 14

/** The day on which a code must still be valid to be promised now. */
export function validUntil(at: Date, store: Zone): string {
  return dateAfter(at.getTime(), promiseDays + usableDays, store)
}

/** The codes of the list that can be promised; null if the store gives nothing, or one code to everybody. */
export async function codesLeft(
  db: Connection,
  storeId: string,
  store: Zone,
  at: Date,
): Promise<number | null> {
  const [row] = await db.query<{ left: number }>(sql`
    select (
      select count(*)::integer
      from reward_codes
      where store_id = ${storeId} and taken_at is null
        and (expires_on is null or expires_on >= ${validUntil(at, store)}::date)
    ) as left
    from reward_settings
    where store_id = ${storeId} and is_on and codes = 'list'`)
  return row?.left ?? null
}

/** Whether the store promises rewards, or has promised some since then. */
export async function hasRewards(db: Connection, storeId: string, since: Date): Promise<boolean> {
  const found = await db.query(sql`
    select
    from reward_settings
    where store_id = ${storeId} and is_on
    union all
    select
    from rewards
    where store_id = ${storeId} and promised_at >= ${since}
    limit 1`)
  return found.length > 0
}

/** What a store's rewards sum up to. */
export type RewardCounts = {
  left: number
  expiring: number
  promised: number
  given: number
  given_this_month: number
}

export async function countRewards(
  db: Connection,
  storeId: string,
  store: Zone,
  at: Date,
): Promise<RewardCounts> {
  const month = boundsOf(`${dateOf(at.getTime(), store).slice(0, 7)}-01`, store).begins
  const lasting = sql`(expires_on is null or expires_on >= ${validUntil(at, store)}::date)`
  const [codes] = await db.query<Pick<RewardCounts, 'left' | 'expiring'>>(sql`
    select count(*) filter (where ${lasting})::integer as left,
      count(*) filter (where not ${lasting})::integer as expiring
    from reward_codes
    where store_id = ${storeId} and taken_at is null`)
  const [given] = await db.query<Pick<RewardCounts, 'given' | 'given_this_month'>>(sql`
    select count(*)::integer as given,
      count(*) filter (where given_at >= ${month})::integer as given_this_month
    from rewards
    where store_id = ${storeId} and given_at is not null`)
  const [open] = await db.query<Pick<RewardCounts, 'promised'>>(sql`
    select count(*)::integer as promised
    from rewards
    where store_id = ${storeId} and given_at is null and kept_until > ${at}`)
  return {
    ...{ left: 0, expiring: 0, ...codes },
    ...{ given: 0, given_this_month: 0, ...given },
    promised: open?.promised ?? 0,
  }
}
