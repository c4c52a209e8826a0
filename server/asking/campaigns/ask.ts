import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import { dateOf, dayAround } from '../../foundation/lib/time/days.ts'
import { mailsOfDay } from '../../foundation/mailings/daily-limit.ts'
import { afterToday } from '../dispatch/gather.ts'
import { earlierOrders } from '../orders/reads/earlier-orders.ts'
import { countDueBefore } from '../requests/asked-soon.ts'
import { scheduleForCampaign, unaskedOrdersOf } from '../requests/campaign-requests.ts'
import { isSendingHour, nextSendingTime } from '../requests/schedule.ts'
import type { Skipped, SkipReason } from './campaign-states.ts'
import { type BuyerDecision, decideBuyers } from './decide.ts'
import { addSkipped, type CampaignBatch, rangeOf } from './plan.ts'
import { type Campaign, changeCampaign, lockCampaign } from './rows.ts'

const most = 200 // buyers per transaction

/**
 * Schedules the requests of the next buyers of a running campaign, in one transaction with its counts: a killed worker
 * has asked them or not. Decides about each buyer again. Stops for the day when the campaign's own number is reached, or
 * when the other requests of the day need what is left of the plan's limit. Returns whether more can be asked today.
 */
export async function askBatch(
  database: Database,
  batch: CampaignBatch,
  campaignId: string,
): Promise<boolean> {
  const { store, now } = batch
  return await database.transaction(async tx => {
    const campaign = await lockCampaign(tx, store.store_id, campaignId)
    if (campaign.state !== 'running') return false
    const wait = (until: number) =>
      changeCampaign(tx, store.store_id, campaign, sql`next_at = ${new Date(until)}`)
    if (!isSendingHour(now, store)) {
      await wait(nextSendingTime(now, store))
      return false
    }
    const left = await leftToday(tx, batch, campaign)
    if (left <= 0) {
      await wait(afterToday(batch))
      return false
    }
    const planned = await nextBuyers(tx, store.store_id, campaignId, Math.min(left, most))
    if (planned.length === 0) {
      await finish(tx, store.store_id, campaign, new Date(now))
      return false
    }
    await ask(tx, batch, campaign, planned)
    return true
  })
}

/** How many more buyers may be asked today. */
async function leftToday(tx: Connection, { store, now }: CampaignBatch, campaign: Campaign): Promise<number> {
  const today = dateOf(now, store)
  const own = campaign.per_day - (campaign.asked_on === today ? campaign.asked_that_day : 0)
  const limit = store.limits.mails_per_day
  if (limit === undefined || own <= 0) return own
  const sent = await mailsOfDay(tx, store.store_id, today)
  if (sent >= limit) return 0
  // Requests of new orders go first: they wait for a day, and not for years. Those of the campaign are among them.
  const due = await countDueBefore(tx, store.store_id, dayAround(now, store).ends, limit - sent)
  return Math.min(own, limit - sent - due)
}

/** The buyers of the newest orders first: they remember what they bought. */
async function nextBuyers(
  tx: Connection,
  storeId: string,
  campaignId: string,
  wanted: number,
): Promise<Planned[]> {
  return await tx.query<Planned>(sql`
    select address, order_id
    from campaign_buyers
    where store_id = ${storeId} and campaign_id = ${campaignId} and state = 'planned'
    order by ordered_at desc, address desc
    limit ${wanted}`)
}

type Planned = { address: string; order_id: string }

async function ask(
  tx: Connection,
  batch: CampaignBatch,
  campaign: Campaign,
  planned: Planned[],
): Promise<void> {
  const { store, now } = batch
  const { store_id } = store
  const addresses = planned.map(({ address }) => address)
  // That of the plan says why nobody is asked about it any more.
  const orderIds = [
    ...planned.map(({ order_id }) => order_id),
    ...(await unaskedOrdersOf(tx, store_id, addresses)),
  ]
  const orders = await earlierOrders(tx, store_id, orderIds)
  const { buyers } = await decideBuyers(tx, rangeOf(batch, campaign), orders)
  const decided = new Map(buyers.map(buyer => [buyer.address, buyer]))
  const wanted = addresses.flatMap(address => decided.get(address)?.requests ?? [])
  const asked = await scheduleForCampaign(tx, store_id, campaign.id, wanted, new Date(now))
  const skipped = addresses
    .filter(address => !asked.has(address))
    .map(address => ({ address, why: whyNot(decided.get(address)) }))
  await settle(tx, store_id, campaign.id, asked, skipped)
  const today = dateOf(now, store)
  const before = campaign.asked_on === today ? campaign.asked_that_day : 0
  const whys = Map.groupBy(skipped, ({ why }) => why)
  const counts: Skipped = Object.fromEntries([...whys].map(([why, some]) => [why, some.length]))
  await changeCampaign(
    tx,
    store_id,
    campaign,
    sql`buyers_planned = ${campaign.buyers_planned - addresses.length},
      buyers_asked = ${campaign.buyers_asked + asked.size},
      skipped = ${JSON.stringify(addSkipped(campaign.skipped, counts))}::jsonb,
      asked_on = ${today}::date, asked_that_day = ${before + asked.size}`,
  )
  // At once, and not with the next minute.
  if (asked.size > 0) await enqueue(tx, 'gather-mailings', store_id, [store_id])
}

/** Nothing is known of a buyer whose requests are gone, or were just changed by another transaction. */
function whyNot(decision: BuyerDecision | undefined): SkipReason {
  return decision?.why ?? 'gone'
}

async function settle(
  tx: Connection,
  storeId: string,
  campaignId: string,
  asked: Set<string>,
  skipped: { address: string; why: SkipReason }[],
): Promise<void> {
  const rows = [
    ...[...asked].map(address => ({ address, state: 'asked', why: null })),
    ...skipped.map(one => ({ ...one, state: 'skipped' })),
  ]
  await tx.query(sql`
    update campaign_buyers
    set state = new.state, why = new.why
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(address text, state text, why text)
    where campaign_buyers.store_id = ${storeId} and campaign_buyers.campaign_id = ${campaignId}
      and campaign_buyers.address = new.address`)
}

async function finish(tx: Connection, storeId: string, campaign: Campaign, at: Date): Promise<void> {
  await changeCampaign(tx, storeId, campaign, sql`state = 'finished', ended_at = ${at}, next_at = null`)
}
