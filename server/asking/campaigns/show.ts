import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { isUuid } from '../../foundation/lib/ids/uuid.ts'
import { dateOf } from '../../foundation/lib/time/days.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { type CampaignOutcome, outcomeOfCampaign } from '../requests/campaign-requests.ts'
import type { CampaignState, Skipped } from './campaign-states.ts'
import { forecast } from './forecast.ts'
import { type Campaign, findCampaigns } from './rows.ts'

/** A campaign as it is displayed. Days are `YYYY-MM-DD` in the store's time zone. */
type ShownCampaign = {
  id: string
  state: CampaignState
  from: string
  to: string
  per_day: number
  /** How much of the store's orders the plan has read. */
  orders_read: number
  orders_in_all: number
  /** Buyers who are still to be asked, who were asked, and who are not asked. */
  planned: number
  asked: number
  skipped: Skipped
  /** Of the next mail and of the last one, by today's settings; null without any, or in more than two years. */
  next_on: string | null
  last_on: string | null
  created_at: Date
  /** When somebody confirmed that the buyers may be asked. */
  confirmed_at: Date | null
  ended_at: Date | null
}

export type CampaignInDetail = ShownCampaign & {
  /** The next buyers, at most ten, by the order that decides about them. */
  sample: { order_id: string; ordered_at: Date }[]
  outcome: CampaignOutcome
}

const mostListed = 50

/** The newest campaigns of the store: an open preview, and those that somebody started. */
export async function listCampaigns(db: Connection, store: Store, now: number): Promise<ShownCampaign[]> {
  const found = await findCampaigns(
    db,
    store.store_id,
    sql`(confirmed_at is not null or state <> 'stopped')
      order by created_at desc, id desc
      limit ${mostListed}`,
  )
  return found.map(campaign => show(campaign, store, now))
}

/** One campaign with a sample of its buyers, and what came of it. Throws `campaign_unknown`. */
export async function readCampaign(
  db: Connection,
  store: Store,
  id: string,
  now: number,
): Promise<CampaignInDetail> {
  const [campaign] = isUuid(id) ? await findCampaigns(db, store.store_id, sql`id = ${id}`) : []
  if (!campaign) throw new ApiError('campaign_unknown')
  const sample = await db.query<CampaignInDetail['sample'][number]>(sql`
    select order_id, ordered_at
    from campaign_buyers
    where store_id = ${store.store_id} and campaign_id = ${campaign.id} and state = 'planned'
    order by ordered_at desc, address desc
    limit 10`)
  const outcome = campaign.outcome ?? (await outcomeOfCampaign(db, store.store_id, campaign.id))
  return { ...show(campaign, store, now), sample, outcome }
}

function show(campaign: Campaign, store: Store, now: number): ShownCampaign {
  const { id, state, per_day, orders_read, orders_in_all, created_at, confirmed_at, ended_at } = campaign
  const isOver = state === 'finished' || state === 'stopped'
  const askedToday = campaign.asked_on === dateOf(now, store) ? campaign.asked_that_day : 0
  const days = isOver
    ? undefined
    : forecast({ buyers: campaign.buyers_planned, per_day, askedToday }, store, now)
  return {
    ...{ id, state, from: campaign.from_day, to: campaign.to_day, per_day },
    ...{ orders_read, orders_in_all: Math.max(orders_read, orders_in_all) },
    planned: campaign.buyers_planned,
    asked: campaign.buyers_asked,
    skipped: campaign.skipped,
    next_on: days?.first ?? null,
    last_on: days?.last ?? null,
    ...{ created_at, confirmed_at, ended_at },
  }
}
