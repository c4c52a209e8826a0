import sql from 'sql-template-tag'
import type { Database } from '../../foundation/database/connect.ts'
import { enqueueForStores } from '../../foundation/jobs/jobs.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { reachableStoresWith } from '../../tenants/stores/all-stores.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { askBatch } from './ask.ts'
import { planBatch } from './plan.ts'
import { findCampaigns } from './rows.ts'

type CampaignDependencies = { database: Database; clock: Clock; secrets: Secrets }

/** Creates a job for each store whose campaign has something to do: also after its worker was killed. */
export async function enqueueCampaigns(db: Database, now: Date): Promise<void> {
  const due = sql`active and deleted_at is null and exists (
    select from campaigns
    where campaigns.store_id = stores.store_id and next_at <= ${now}
      and (campaigns.state = 'planning' or not requests_paused))`
  await enqueueForStores(db, 'run-campaigns', await reachableStoresWith(db, due))
}

const longest = 1_000 // ms per run, before the other stores have theirs

/**
 * Lists the buyers of the store's campaign, or asks those of today, in transactions of bounded size. Returns whether
 * there is more to do now.
 */
export async function runCampaign(
  { database, clock, secrets }: CampaignDependencies,
  storeId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + longest
  while (!signal.aborted) {
    const store = await readStore(database, storeId)
    if (!store.active) return false
    const now = clock()
    const [campaign] = await findCampaigns(database, storeId, sql`next_at <= ${new Date(now)}`)
    if (!campaign) return false
    const batch = { store, secrets, now }
    if (campaign.state === 'planning') await planBatch(database, batch, campaign.id)
    else if (store.requests_paused) return false
    else await askBatch(database, batch, campaign.id)
    if (performance.now() > until) return true
  }
  return false
}
