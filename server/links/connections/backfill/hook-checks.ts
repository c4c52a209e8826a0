import sql from 'sql-template-tag'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import type { ConnectionRow, NotedProblem } from '../connection-list.ts'
import { backfillTopic } from '../events/events.ts'
import { toShopProblem } from '../events/take-events.ts'
import type { Finding, Platform, Shop } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { noteShopMails } from '../shop/shop-mails.ts'

/**
 * Checks the shop's webhooks after a back-fill, and notes on the connection what is wrong with them. `missed`: how many
 * orders the shop changed since the back-fill before, and had the time to report. Some shops disable a webhook after
 * repeated failures, and never report an order again.
 */
export async function checkHooks(
  db: Db,
  row: ConnectionRow,
  platform: Platform,
  { shop, webhookUrl, missed, now }: { shop: Shop; webhookUrl: string; missed: number; now: number },
): Promise<void> {
  const findings = await askShop(platform, shop, webhookUrl)
  await noteShopMails(db, row, findings ?? [], now)
  const bad = findings?.find(({ ok, shopMails }) => !ok && !shopMails)
  const problem = bad
    ? { what: bad.what, mend: bad.mend ?? repairOf(platform) }
    : await findSilence(db, row, platform, missed)
  // A second back-fill finds no missed order, so what the first one found counts until the shop sends something.
  if (!problem && row.hooks_checked_at && !(await hasEventSince(db, row, row.hooks_checked_at))) return
  await noteHooks(db, row, problem, now)
}

/** Undefined if the shop cannot be asked now, or has no API for it. */
async function askShop(platform: Platform, shop: Shop, webhookUrl: string): Promise<Finding[] | undefined> {
  try {
    return await platform.test?.(shop, webhookUrl)
  } catch (error) {
    if (!toShopProblem(error)) throw error
    return undefined
  }
}

async function findSilence(
  db: Db,
  row: ConnectionRow,
  platform: Platform,
  missed: number,
): Promise<NotedProblem | undefined> {
  const since = row.backfilled_at ?? row.created_at
  if (missed === 0 || (await hasEventSince(db, row, since))) return undefined
  const when = since.toISOString()
  const what = missed === 1 ? sentence('silentOne', { when }) : sentence('silent', { when, count: missed })
  return { what, mend: repairOf(platform) }
}

async function hasEventSince(
  db: Db,
  { store_id, connection_id }: ConnectionRow,
  since: Date,
): Promise<boolean> {
  const received = await db.query(sql`
    select from connection_events
    where store_id = ${store_id} and connection_id = ${connection_id} and received_at >= ${since}
      and topic <> ${backfillTopic}
    limit 1`)
  return received.length > 0
}

const repairOf = (platform: Platform) => (platform.repair ? sentence('repairIt') : sentence('checkHooks'))

/** `problem`: undefined if the webhooks are in order. */
export async function noteHooks(
  db: Db,
  { store_id, connection_id }: Pick<ConnectionRow, 'store_id' | 'connection_id'>,
  problem: NotedProblem | undefined,
  now: number,
): Promise<void> {
  await db.query(sql`
    update connections
    set hooks_problem = ${problem ? JSON.stringify(problem) : null}, hooks_checked_at = ${new Date(now)}
    where store_id = ${store_id} and connection_id = ${connection_id}`)
}
