import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { FieldProblem } from '../../foundation/errors/field-problems.ts'
import { type By, logChanges } from '../../foundation/events/audit/audit.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import { dateOf, isDate } from '../../foundation/lib/time/days.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { countOrders } from '../orders/reads/earlier-orders.ts'
import { cancelMailsOfCampaign, withdrawFromCampaign } from '../requests/campaign-requests.ts'
import type { CampaignState } from './campaign-states.ts'
import { monthsBefore, mostMonths } from './decide.ts'
import { type Campaign, changeCampaign, insertCampaign, lockCampaign } from './rows.ts'

/** Days (`YYYY-MM-DD`) of the orders in the store's time zone, both included. `perDay`: buyers. */
export type CampaignWish = { from: string; to: string; perDay?: number | undefined }

const usualPerDay = 200
export const mostPerDay = 20_000

/**
 * Starts to list the buyers of a new campaign. Without `isConfirmed` the list is a preview, and replaces an earlier one.
 * With it, its buyers are asked once they are listed: somebody has confirmed that they may be. Returns its id. Throws
 * `body_invalid`, and `campaign_open` if another campaign has started and not ended.
 */
export async function createCampaign(
  tx: Connection,
  store: Store,
  wish: CampaignWish,
  by: By,
  isConfirmed = false,
): Promise<string> {
  const { store_id } = store
  const problems = problemsOf(wish, store, by.at.getTime())
  if (problems.length > 0) throw new ApiError('body_invalid', { problems })
  await dropPreview(tx, store_id, by.at)
  const { from, to, perDay = usualOf(store) } = wish
  const ordersInAll = await countOrders(tx, store_id)
  const id = await insertCampaign(tx, store_id, { from, to, perDay, ordersInAll, isConfirmed }, by.at)
  if (id === undefined) throw new ApiError('campaign_open')
  if (isConfirmed) await logCampaign(tx, store_id, by, 'start', ['buyers_may_be_asked'])
  await wake(tx, store_id)
  return id
}

/** The plan's limit of mails if it is lower. */
export function usualOf({ limits }: Pick<Store, 'limits'>): number {
  return Math.max(1, Math.min(usualPerDay, limits.mails_per_day ?? usualPerDay))
}

function problemsOf({ from, to, perDay }: CampaignWish, store: Store, now: number): FieldProblem[] {
  const problems: FieldProblem[] = Object.entries({ from, to })
    .filter(([, day]) => !isDate(day))
    .map(([path, given]) => ({ path, problem: 'date', given }))
  if (perDay !== undefined && !(Number.isInteger(perDay) && perDay >= 1 && perDay <= mostPerDay))
    problems.push({ path: 'per_day', problem: 'whole', values: [1, mostPerDay] })
  if (problems.length > 0) return problems
  const oldest = dateOf(monthsBefore(now, mostMonths).getTime(), store)
  const first = from > oldest ? from : oldest
  if (to < first) problems.push({ path: 'to', problem: 'date_min', values: [first], given: to })
  return problems
}

// Housekeeping deletes it with its rows.
async function dropPreview(tx: Connection, storeId: string, at: Date): Promise<void> {
  await tx.query(sql`
    update campaigns
    set state = 'stopped', ended_at = ${at}, next_at = null
    where store_id = ${storeId} and state in ('planning', 'planned') and confirmed_at is null`)
}

/**
 * Starts a campaign whose preview is complete. The caller has confirmed that its buyers may be asked, which is logged.
 * Throws `campaign_unknown` and `campaign_state`.
 */
export async function startCampaign(tx: Connection, storeId: string, id: string, by: By): Promise<void> {
  const campaign = await lockIn(tx, storeId, id, ['planned'])
  await changeCampaign(
    tx,
    storeId,
    campaign,
    sql`state = 'running', confirmed_at = ${by.at}, next_at = ${by.at}`,
  )
  await logCampaign(tx, storeId, by, 'start', ['buyers_may_be_asked'])
  await wake(tx, storeId)
}

/**
 * Pauses a campaign that was started. Requests that no mail has gathered return to the plan; mails that wait for the
 * mail server are sent. Throws `campaign_unknown` and `campaign_state`.
 */
export async function pauseCampaign(tx: Connection, storeId: string, id: string, by: By): Promise<void> {
  const campaign = await lockIn(tx, storeId, id, ['planning', 'running'])
  if (campaign.confirmed_at === null) throw new ApiError('campaign_state')
  await withdraw(tx, storeId, campaign, by.at)
  await changeCampaign(tx, storeId, campaign, sql`state = 'paused', next_at = null`)
  await logCampaign(tx, storeId, by, 'pause')
}

/** Continues a paused campaign where it was. Throws `campaign_unknown` and `campaign_state`. */
export async function resumeCampaign(tx: Connection, storeId: string, id: string, by: By): Promise<void> {
  const campaign = await lockIn(tx, storeId, id, ['paused'])
  const state: CampaignState = campaign.planned_at === null ? 'planning' : 'running'
  await changeCampaign(tx, storeId, campaign, sql`state = ${state}, next_at = ${by.at}`)
  await logCampaign(tx, storeId, by, 'resume')
  await wake(tx, storeId)
}

/**
 * Stops a campaign for good, or discards a preview. What was not sent is cancelled, also mails that wait for the mail
 * server; a mail that is being sent cannot be recalled. Throws `campaign_unknown` and `campaign_state`.
 */
export async function stopCampaign(tx: Connection, storeId: string, id: string, by: By): Promise<void> {
  const campaign = await lockIn(tx, storeId, id, ['planning', 'planned', 'running', 'paused'])
  await withdraw(tx, storeId, campaign, by.at)
  await cancelMailsOfCampaign(tx, storeId, id, by.at)
  await changeCampaign(tx, storeId, campaign, sql`state = 'stopped', ended_at = ${by.at}, next_at = null`)
  if (campaign.confirmed_at !== null) await logCampaign(tx, storeId, by, 'stop')
}

async function lockIn(
  tx: Connection,
  storeId: string,
  id: string,
  states: CampaignState[],
): Promise<Campaign> {
  const campaign = await lockCampaign(tx, storeId, id)
  if (!states.includes(campaign.state)) throw new ApiError('campaign_state')
  return campaign
}

/** Returns the buyers whose requests no mail has gathered to the plan. */
async function withdraw(tx: Connection, storeId: string, campaign: Campaign, at: Date): Promise<void> {
  const addresses = await withdrawFromCampaign(tx, storeId, campaign.id, at)
  if (addresses.length === 0) return
  const back = await tx.query(sql`
    update campaign_buyers
    set state = 'planned'
    where store_id = ${storeId} and campaign_id = ${campaign.id} and state = 'asked'
      and address = any(${addresses}::text[])
    returning 1`)
  await changeCampaign(
    tx,
    storeId,
    campaign,
    sql`buyers_planned = buyers_planned + ${back.length}, buyers_asked = buyers_asked - ${back.length},
      asked_that_day = greatest(0, asked_that_day - ${back.length})`,
  )
}

async function logCampaign(
  tx: Connection,
  storeId: string,
  { at, actor }: By,
  verb: 'start' | 'pause' | 'resume' | 'stop',
  fields: string[] = [],
): Promise<void> {
  const change = { at, actor, action: `${verb} campaign`, fields }
  await logChanges(tx, storeId, [{ ...change, record: 'store', recordId: storeId }])
}

async function wake(tx: Connection, storeId: string): Promise<void> {
  await enqueue(tx, 'run-campaigns', storeId, [storeId])
}
