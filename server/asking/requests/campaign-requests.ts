import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { andNamed, type Reason } from './reasons.ts'
import { cancelledBecause, changeRequests, type OrderPart, type RequestState } from './requests.ts'

/** A request as a campaign decides about it. */
export type EarlierRequest = OrderPart & {
  address: string
  state: RequestState
  isMailed: boolean
  reasons: Reason[]
}

const columns = sql`order_id, part, address, state, mailing_id is not null as "isMailed", reasons`

/** The requests of these orders. */
export async function requestsOfEarlierOrders(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<EarlierRequest[]> {
  return await db.query<EarlierRequest>(sql`
    select ${columns}
    from review_requests
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])
    order by order_id, address, part`)
}

/** The orders with requests to these addresses that nobody was asked about because they were too old. */
export async function unaskedOrdersOf(
  db: Connection,
  storeId: string,
  addresses: string[],
): Promise<string[]> {
  const rows = await db.query<{ order_id: string }>(sql`
    select distinct order_id
    from review_requests
    where store_id = ${storeId} and address = any(${addresses}::text[])
      and (state = 'expired' and mailing_id is null) is true`)
  return rows.map(({ order_id }) => order_id)
}

/** Whether the store has asked a buyer for anything, is going to, or has a review because it asked. */
export type AskedBuyer = { isAsked: boolean; isReviewed: boolean; isScheduled: boolean }

/** What the requests to these addresses say of their buyers. Addresses without requests are absent. */
export async function askedBuyers(
  db: Connection,
  storeId: string,
  addresses: string[],
): Promise<Map<string, AskedBuyer>> {
  const rows = await db.query<AskedBuyer & { address: string }>(sql`
    select address, bool_or(state = 'reviewed') as "isReviewed",
      bool_or(state in ('sent', 'reviewed', 'failed') or mailing_id is not null) as "isAsked",
      bool_or(state = 'scheduled' and mailing_id is null) as "isScheduled"
    from review_requests
    where store_id = ${storeId} and address = any(${addresses}::text[])
    group by address`)
  return new Map(rows.map(row => [row.address, row]))
}

/**
 * Schedules requests that expired for a campaign, due at once. Returns the addresses of those that nobody has changed
 * meanwhile.
 */
export async function scheduleForCampaign(
  tx: Connection,
  storeId: string,
  campaignId: string,
  requests: Pick<EarlierRequest, 'order_id' | 'part' | 'address'>[],
  at: Date,
): Promise<Set<string>> {
  if (requests.length === 0) return new Set()
  const keys = JSON.stringify(requests.map(({ order_id, part, address }) => ({ order_id, part, address })))
  const chosen = sql`(order_id, part, address) in (
    select order_id, part, address
    from jsonb_to_recordset(${keys}::jsonb) as chosen(order_id text, part integer, address text))`
  await changeRequests(tx, storeId, at, {
    set: sql`state = 'scheduled', due_at = ${at}, campaign_id = ${campaignId}, reasons = ${andNamed('campaign')}`,
    where: sql`order_id = any(${requests.map(({ order_id }) => order_id)}::text[])
      and state = 'expired' and mailing_id is null and ${chosen}`,
  })
  const rows = await tx.query<{ address: string }>(sql`
    select distinct address
    from review_requests
    where store_id = ${storeId} and campaign_id = ${campaignId} and state = 'scheduled' and ${chosen}`)
  return new Set(rows.map(({ address }) => address))
}

/**
 * Takes back the requests of a campaign that no mail has gathered: they are as old as before. Returns their addresses.
 */
export async function withdrawFromCampaign(
  tx: Connection,
  storeId: string,
  campaignId: string,
  at: Date,
): Promise<string[]> {
  const isWaiting = sql`campaign_id = ${campaignId} and state = 'scheduled' and mailing_id is null`
  const rows = await tx.query<{ address: string }>(sql`
    select address
    from review_requests
    where store_id = ${storeId} and ${isWaiting}
    order by order_id, part, address
    for update`)
  if (rows.length === 0) return []
  await changeRequests(tx, storeId, at, {
    set: sql`state = 'expired', campaign_id = null, reasons = ${andNamed('campaign_held')}`,
    where: isWaiting,
  })
  return [...new Set(rows.map(({ address }) => address))]
}

/** Cancels the requests of a campaign whose mails wait for the mail server. */
export async function cancelMailsOfCampaign(
  tx: Connection,
  storeId: string,
  campaignId: string,
  at: Date,
): Promise<number> {
  return await changeRequests(tx, storeId, at, {
    set: cancelledBecause('campaign_held'),
    where: sql`campaign_id = ${campaignId} and state = 'scheduled'`,
  })
}

/** Buyers whom a campaign has asked, by what came of it. A buyer counts once. */
export type CampaignOutcome = {
  /** Their mails wait for the next minute, or for the mail server. */
  waiting: number
  delivered: number
  /** Of the delivered ones. */
  reviewed: number
  /** Returned by the mail server, or not sent after all. */
  failed: number
}

/** What came of a campaign so far. */
export async function outcomeOfCampaign(
  db: Connection,
  storeId: string,
  campaignId: string,
): Promise<CampaignOutcome> {
  const [row] = await db.query<CampaignOutcome>(sql`
    select count(*) filter (where best = 3)::integer as waiting,
      count(*) filter (where best in (2, 4))::integer as delivered,
      count(*) filter (where best = 4)::integer as reviewed,
      count(*) filter (where best = 1)::integer as failed
    from (
      select max(case when state = 'reviewed' then 4 when state = 'scheduled' then 3 when state = 'sent' then 2 else 1 end) as best
      from review_requests
      where store_id = ${storeId} and campaign_id = ${campaignId}
      group by address
    ) as buyers`)
  return row ?? { waiting: 0, delivered: 0, reviewed: 0, failed: 0 }
}
