import sql, { type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { outcomeOfCampaign } from '../requests/campaign-requests.ts'
import { findCampaigns } from './rows.ts'

const day = 24 * 60 * 60 * 1000
const previewDays = 7
const keptDays = 90 // after the end of a campaign: who was asked, and who was not and why

/** SQL: a preview that nobody started within a week. */
const isForgotten = (at: Date): Sql =>
  sql`state in ('planning', 'planned') and confirmed_at is null
    and created_at <= ${new Date(at.getTime() - previewDays * day)}`

/** SQL: a campaign whose plan is deleted now. What came of it is kept once that is done. */
const isOver = (at: Date): Sql =>
  sql`outcome is null and (
    state = 'stopped' and confirmed_at is null
    or ended_at <= ${new Date(at.getTime() - keptDays * day)}
  )`

/** A condition for a statement about `stores`: `forgetCampaigns` has something to do. */
export function hasOldCampaigns(at: Date): Sql {
  return sql`exists (
    select from campaigns
    where campaigns.store_id = stores.store_id and (${isForgotten(at)} or ${isOver(at)}))`
}

/**
 * Deletes previews that nobody started, and the plans of campaigns that ended 90 days ago, whose counts stay. In
 * batches; a killed run is continued by the next.
 */
export async function forgetCampaigns(db: Database, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    update campaigns
    set state = 'stopped', ended_at = ${at}, next_at = null
    where store_id = ${storeId} and ${isForgotten(at)}`)
  for (const { id, confirmed_at } of await findCampaigns(db, storeId, isOver(at))) {
    const outcome = await outcomeOfCampaign(db, storeId, id)
    while (await deleteBuyers(db, storeId, id));
    if (confirmed_at === null)
      await db.query(sql`delete from campaigns where store_id = ${storeId} and id = ${id}`)
    else
      await db.query(sql`
        update campaigns
        set outcome = ${JSON.stringify(outcome)}::jsonb
        where store_id = ${storeId} and id = ${id}`)
  }
}

const mostInBatch = 5_000

async function deleteBuyers(db: Connection, storeId: string, campaignId: string): Promise<boolean> {
  const deleted = await db.query(sql`
    delete from campaign_buyers
    where store_id = ${storeId} and campaign_id = ${campaignId} and address in (
      select address
      from campaign_buyers
      where store_id = ${storeId} and campaign_id = ${campaignId}
      limit ${mostInBatch}
    )
    returning 1`)
  return deleted.length > 0
}
