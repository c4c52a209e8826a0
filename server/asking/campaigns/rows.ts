import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import type { CampaignOutcome } from '../requests/campaign-requests.ts'
import type { CampaignState, Skipped } from './campaign-states.ts'

/** A row of `campaigns`. Days are `YYYY-MM-DD` in the store's time zone. */
export type Campaign = {
  id: string
  state: CampaignState
  from_day: string
  to_day: string
  per_day: number
  read_until: string
  orders_read: number
  orders_in_all: number
  buyers_planned: number
  buyers_asked: number
  skipped: Skipped
  asked_on: string | null
  asked_that_day: number
  next_at: Date | null
  confirmed_at: Date | null
  created_at: Date
  planned_at: Date | null
  ended_at: Date | null
  outcome: CampaignOutcome | null
}

const columns = sql`id, state, from_day::text, to_day::text, per_day, read_until, orders_read, orders_in_all,
  buyers_planned, buyers_asked, skipped, asked_on::text, asked_that_day, next_at, confirmed_at, created_at, planned_at,
  ended_at, outcome`

/** The campaigns of the store that fit, newest first. */
export async function findCampaigns(db: Connection, storeId: string, condition: Sql): Promise<Campaign[]> {
  return await db.query<Campaign>(sql`
    select ${columns}
    from campaigns
    where store_id = ${storeId} and ${condition}`)
}

/**
 * Locks a campaign until the commit: whoever plans, asks or changes it does so one after the other. Throws
 * `campaign_unknown`.
 */
export async function lockCampaign(tx: Connection, storeId: string, id: string): Promise<Campaign> {
  const [campaign] = isUuid(id) ? await findCampaigns(tx, storeId, sql`id = ${id} for update`) : []
  if (!campaign) throw new ApiError('campaign_unknown')
  return campaign
}

/** Writes these columns of a campaign that the caller has locked. */
export async function changeCampaign(
  tx: Connection,
  storeId: string,
  { id }: Pick<Campaign, 'id'>,
  set: Sql,
): Promise<void> {
  await tx.query(sql`
    update campaigns
    set ${set}
    where store_id = ${storeId} and id = ${id}`)
}

export type NewCampaign = {
  from: string
  to: string
  perDay: number
  ordersInAll: number
  isConfirmed: boolean
}

/** Adds a campaign whose buyers are to be listed. Undefined if the store has an open one. */
export async function insertCampaign(
  tx: Connection,
  storeId: string,
  { from, to, perDay, ordersInAll, isConfirmed }: NewCampaign,
  at: Date,
): Promise<string | undefined> {
  const [made] = await tx.query<{ id: string }>(sql`
    insert into campaigns (
      store_id, id, state, from_day, to_day, per_day, orders_in_all, next_at, confirmed_at, created_at
    )
    values (
      ${storeId}, ${uuid()}, 'planning', ${from}::date, ${to}::date, ${perDay}, ${ordersInAll}, ${at},
      ${isConfirmed ? at : null}, ${at}
    )
    on conflict do nothing
    returning id`)
  return made?.id
}
