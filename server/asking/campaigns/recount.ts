import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Skipped } from './campaign-states.ts'
import { type Campaign, changeCampaign, lockCampaign } from './rows.ts'

type Counts = { store_id: string; id: string; planned: number; asked: number; skipped: Skipped }

/** The campaigns of these stores whose counts differ from their buyers. Orders without an address have no buyer. */
export async function findWrongCampaigns(db: Connection, storeIds: string[]): Promise<Counts[]> {
  return await db.query<Counts>(sql`
    select campaigns.store_id, id, coalesce(planned, 0) as planned, coalesce(asked, 0) as asked,
      coalesce(counted.skipped, '{}') as skipped
    from campaigns
    left join (
      select store_id, campaign_id, sum(buyers) filter (where state = 'planned')::integer as planned,
        sum(buyers) filter (where state = 'asked')::integer as asked,
        jsonb_object_agg(why, buyers) filter (where state = 'skipped') as skipped
      from (
        select store_id, campaign_id, state, why, count(*)::integer as buyers
        from campaign_buyers
        where store_id = any(${storeIds}::uuid[])
        group by store_id, campaign_id, state, why
      ) as by_reason
      group by store_id, campaign_id
    ) as counted on counted.store_id = campaigns.store_id and campaign_id = id
    where campaigns.store_id = any(${storeIds}::uuid[]) and outcome is null
      and (buyers_planned, buyers_asked, campaigns.skipped - 'no_address')
        is distinct from (coalesce(planned, 0), coalesce(asked, 0), coalesce(counted.skipped, '{}'))`)
}

/** Counts the buyers of these campaigns anew. */
export async function recountCampaigns(tx: Connection, storeId: string, ids: string[]): Promise<void> {
  const locked = new Map<string, Campaign>()
  for (const id of ids) locked.set(id, await lockCampaign(tx, storeId, id))
  for (const { id, planned, asked, skipped } of await findWrongCampaigns(tx, [storeId])) {
    const campaign = locked.get(id)
    if (!campaign) continue
    // Orders without an address have no buyer to count.
    const { no_address } = campaign.skipped
    const all = JSON.stringify({ ...skipped, ...(no_address !== undefined && { no_address }) })
    await changeCampaign(
      tx,
      storeId,
      { id },
      sql`buyers_planned = ${planned}, buyers_asked = ${asked}, skipped = ${all}::jsonb`,
    )
  }
}
