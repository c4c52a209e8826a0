import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { boundsOf } from '../../foundation/lib/time/days.ts'
import { erasureLock } from '../../foundation/personal-data/erasure-lock.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { ordersAfter } from '../orders/reads/earlier-orders.ts'
import type { Skipped, SkipReason } from './campaign-states.ts'
import { type BuyerDecision, decideBuyers, type Range } from './decide.ts'
import { type Campaign, changeCampaign, lockCampaign } from './rows.ts'

export type CampaignBatch = { store: Store; secrets: Secrets; now: number }

const most = 1_000 // orders per transaction, which takes about 100 ms

/** The orders that a campaign is about. */
export function rangeOf(batch: CampaignBatch, { from_day, to_day }: Campaign): Range {
  const { begins } = boundsOf(from_day, batch.store)
  return { ...batch, begins, ends: boundsOf(to_day, batch.store).ends }
}

/**
 * Reads the next orders of the store into the plan, in one transaction: a killed planner continues after them. Returns
 * whether orders are left.
 */
export async function planBatch(
  database: Database,
  batch: CampaignBatch,
  campaignId: string,
): Promise<boolean> {
  const { store_id } = batch.store
  return await database.transaction(async tx => {
    // An erasure finds every row that was planned before it, and later batches find nothing of the person.
    await tx.query(sql`select pg_advisory_xact_lock_shared(${erasureLock(store_id)})`)
    const campaign = await lockCampaign(tx, store_id, campaignId)
    if (campaign.state !== 'planning') return false
    const orders = await ordersAfter(tx, store_id, campaign.read_until, most)
    const { buyers, withoutAddress } = await decideBuyers(tx, rangeOf(batch, campaign), orders)
    const changes = await writePlan(tx, store_id, campaignId, buyers)
    const skipped = addSkipped(addSkipped(campaign.skipped, changes.skipped), { no_address: withoutAddress })
    const isOver = orders.length < most
    await changeCampaign(
      tx,
      store_id,
      campaign,
      sql`read_until = ${orders.at(-1)?.order_id ?? campaign.read_until},
        orders_read = ${campaign.orders_read + orders.length},
        buyers_planned = ${campaign.buyers_planned + changes.planned},
        skipped = ${JSON.stringify(skipped)}::jsonb`,
    )
    if (isOver) await endPlanning(tx, store_id, campaign, new Date(batch.now))
    return !isOver
  })
}

async function endPlanning(tx: Connection, storeId: string, campaign: Campaign, at: Date): Promise<void> {
  const isConfirmed = campaign.confirmed_at !== null
  await changeCampaign(
    tx,
    storeId,
    campaign,
    sql`state = ${isConfirmed ? 'running' : 'planned'}, planned_at = ${at}, orders_in_all = orders_read,
      next_at = ${isConfirmed ? at : null}`,
  )
}

/** Adds counts by reason, which may be negative. Reasons of nobody are left out. */
export function addSkipped(counts: Skipped, more: Skipped): Skipped {
  const sums = { ...counts }
  for (const [why, count] of Object.entries(more) as [SkipReason, number][]) {
    const sum = (sums[why] ?? 0) + count
    if (sum === 0) delete sums[why]
    else sums[why] = sum
  }
  return sums
}

type Row = { address: string; order_id: string; ordered_at: Date; why: SkipReason | null }

/**
 * Writes what was decided about buyers, who may be in the plan already, with orders of other batches. Returns by how
 * much the counts of the plan change.
 */
async function writePlan(
  tx: Connection,
  storeId: string,
  campaignId: string,
  buyers: BuyerDecision[],
): Promise<{ planned: number; skipped: Skipped }> {
  if (buyers.length === 0) return { planned: 0, skipped: {} }
  const known = await tx.query<Row>(sql`
    select address, order_id, ordered_at, why
    from campaign_buyers
    where store_id = ${storeId} and campaign_id = ${campaignId}
      and address = any(${buyers.map(({ address }) => address)}::text[])`)
  const before = new Map(known.map(row => [row.address, row]))
  const rows: Row[] = buyers.map(({ requests: _, why = null, ...row }) => ({ ...row, why }))
  const written = rows.filter(row => isBetter(row, before.get(row.address)))
  await tx.query(sql`
    insert into campaign_buyers as known (store_id, campaign_id, address, order_id, ordered_at, state, why)
    select own.store_id, ${campaignId}::uuid, address, order_id, ordered_at,
      case when why is null then 'planned' else 'skipped' end, why
    from ${ownStore(storeId)} as own, jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as new(
      address text, order_id text, ordered_at timestamptz, why text
    )
    on conflict (store_id, campaign_id, address) do update
    set order_id = excluded.order_id, ordered_at = excluded.ordered_at, state = excluded.state, why = excluded.why`)
  return written.reduce(
    (changes, row) => {
      const old = before.get(row.address)
      const after = countOf(row, 1)
      const removed = old ? countOf(old, -1) : { planned: 0, skipped: {} }
      return {
        planned: changes.planned + after.planned + removed.planned,
        skipped: addSkipped(addSkipped(changes.skipped, after.skipped), removed.skipped),
      }
    },
    { planned: 0, skipped: {} as Skipped },
  )
}

const countOf = ({ why }: Row, by: number): { planned: number; skipped: Skipped } =>
  why === null ? { planned: by, skipped: {} } : { planned: 0, skipped: { [why]: by } }

/** An order that can be asked about goes before one that cannot, and a newer one before an older one. */
function isBetter(row: Row, known: Row | undefined): boolean {
  if (!known) return true
  if ((row.why === null) !== (known.why === null)) return row.why === null
  return row.ordered_at > known.ordered_at
}
