import sql from 'sql-template-tag'
import { findWrongCampaigns, recountCampaigns } from '../../asking/campaigns/recount.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { storesWith } from '../../tenants/stores/all-stores.ts'
import { error, type Finding, ok } from './check.ts'
import { describeStores, findInStores, noProgress } from './stores-in-batches.ts'

const hasCampaigns = sql`exists (
  select from campaigns
  where campaigns.store_id = stores.store_id and outcome is null)`

/** Recounts the buyers of the campaigns of every store. With `fix`, rebuilds counts that differ. */
export async function checkCampaigns(db: Database, fix: boolean): Promise<Finding> {
  const stores = await storesWith(db, hasCampaigns)
  const found = await db.longTransaction(tx =>
    findInStores(stores, noProgress, some => findWrongCampaigns(tx, some)),
  )
  if (found.size === 0) return ok(`the counts of each campaign and its buyers agree (${stores.length})`)
  const where = describeStores(found, campaigns => campaigns.map(({ id }) => `campaign ${id}`).join(', '))
  if (!fix)
    return error(`the counts of campaigns and their buyers differ in ${where}. Run: ./realword doctor --fix`)
  for (const [storeId, campaigns] of found) {
    const ids = campaigns.map(({ id }) => id)
    await db.longTransaction(tx => recountCampaigns(tx, storeId, ids))
  }
  return ok(`rebuilt: ${where}`)
}
