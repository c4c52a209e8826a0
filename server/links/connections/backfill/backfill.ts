import sql, { type Sql } from 'sql-template-tag'
import { type Database, type Connection as Db, isUnavailable } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { enqueue } from '../../../foundation/jobs/jobs.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { reachableStoresWith } from '../../../tenants/stores/all-stores.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { applyChange } from '../applying/apply.ts'
import { type ConnectionContext, type ConnectionRow, webhookUrl } from '../connection-list.ts'
import { byOf, logConnection, openConnection } from '../connections.ts'
import { inTurns } from '../events/read-events.ts'
import { type EventDependencies, noteProblem, resultOf, toShopProblem } from '../events/take-events.ts'
import {
  type ConnectionSettings,
  type Platform,
  type Shop,
  type ShopChange,
  ShopProblem,
} from '../platform.ts'
import { sentence } from '../sentences.ts'
import { missingIn } from '../settings.ts'
import { createShopFetch } from '../shop/shop-fetch.ts'
import { leaveAskedOrders } from './asked-orders.ts'
import { nextBackfill } from './backfill-times.ts'
import { cancelDeletedOrders } from './deleted-orders.ts'
import { checkHooks } from './hook-checks.ts'
import { logLine } from './log-line.ts'

/**
 * Starts a back-fill of the orders that the shop changed since `from`; one that runs is replaced. Throws
 * `connection_unknown`, and `connection_state` for a platform without an API for it, or an incomplete or paused connection.
 */
export async function startBackfill(
  tx: Db,
  storeId: string,
  connectionId: string,
  { from, ...context }: { from: Date } & Omit<ConnectionContext, 'address'>,
): Promise<void> {
  const { row, platform, settings } = await openConnection(tx, context.secrets, storeId, connectionId)
  const isComplete = settings !== undefined && missingIn(platform, settings).length === 0
  if (!platform.backfill || !isComplete || row.state !== 'active') throw new ApiError('connection_state')
  await tx.query(sql`
    update connections
    set cursor = ${`since=${from.toISOString()}`}, is_backfilling = true, backfill_attempts = 0,
      backfill_at = ${new Date(context.now)}
    where store_id = ${storeId} and connection_id = ${connectionId}`)
  await logConnection(tx, storeId, connectionId, { action: 'fetch orders', ...byOf(context) })
  await enqueue(tx, 'backfill-orders', storeId, [connectionId])
}

const isDue = (now: Date): Sql => sql`state = 'active' and backfill_at <= ${now}`

/** Creates a job for every back-fill that is due: tonight's, those of killed workers, and further attempts. */
export async function enqueueBackfills(db: Database, now: Date): Promise<void> {
  const due = sql`exists (
    select from connections
    where connections.store_id = stores.store_id and ${isDue(now)})`
  for (const storeId of await reachableStoresWith(db, due)) {
    const connections = await db.query<{ connection_id: string }>(sql`
      select connection_id
      from connections
      where store_id = ${storeId} and ${isDue(now)}`)
    await enqueue(
      db,
      'backfill-orders',
      storeId,
      connections.map(({ connection_id }) => connection_id),
    )
  }
}

/** `missed`: orders that changed since the back-fill before, so that the shop should have sent them. */
type Counts = { applied: number; failed: number; missed: number }

export type BackfillDependencies = EventDependencies & {
  /** Our public base address: the shop's webhooks begin with it. */
  address: () => string
}

/**
 * Fetches what the shop did not send, page by page, and applies it. The cursor is stored after each page, so that a
 * killed run continues there. A problem of the shop postpones the rest.
 */
export async function continueBackfill(
  dependencies: BackfillDependencies,
  storeId: string,
  connectionId: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = dependencies
  const opened = await openIfKnown(dependencies, storeId, connectionId)
  if (!opened) return
  const { row, platform, settings } = opened
  const store = await readStore(database, storeId)
  if (row.state !== 'active' || !store.active) return
  if (!platform.backfill || !settings || missingIn(platform, settings).length > 0)
    return await finishBackfill(database, row, undefined, clock())
  const shop = { settings, fetch: createShopFetch({ allow: dependencies.allowedNetworks }), now: clock() }
  const counts = await fill(dependencies, store, { row, platform, shop }, signal)
  if (!counts) return
  await cancelDeletedOrders(dependencies, store, { row, platform, shop })
  await leaveAskedOrders(dependencies, store, { row, platform, shop })
  const hooks = { shop, webhookUrl: webhookUrl(dependencies.address(), row), missed: counts.missed }
  await checkHooks(database, row, platform, { ...hooks, now: clock() })
}

/** Undefined if the connection was removed after the job was created. */
async function openIfKnown({ database, secrets }: EventDependencies, storeId: string, connectionId: string) {
  try {
    return await openConnection(database, secrets, storeId, connectionId)
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'connection_unknown') return undefined
    throw error
  }
}

type Filling = { row: ConnectionRow; platform: Platform; shop: Shop }

/** Undefined if it is to be continued later, or was started anew. */
async function fill(
  dependencies: BackfillDependencies,
  store: Store,
  { row, platform, shop }: Filling,
  signal: AbortSignal,
): Promise<Counts | undefined> {
  const { database, clock } = dependencies
  const counts = { applied: 0, failed: 0, missed: 0 }
  let cursor = row.cursor ?? `since=${row.created_at.toISOString()}`
  try {
    // A page is as of before it was asked for: an event that arrives meanwhile is newer.
    let readAt = clock()
    for await (const page of platform.backfill?.(shop, cursor) ?? []) {
      if (signal.aborted) return undefined
      await applyPage(dependencies, store, row, shop.settings, { ...page, readAt }, counts)
      readAt = clock()
      if (!(await moveCursor(database, row, cursor, page.cursor))) return undefined
      cursor = page.cursor
    }
    await finishBackfill(database, row, counts, clock())
    return counts
  } catch (error) {
    if (isUnavailable(error)) throw error
    const problem = toShopProblem(error)
    if (!problem) dependencies.log(`the back-fill of a ${platform.name} connection failed`, error)
    await postponeBackfill(database, row, problem, clock())
    return undefined
  }
}

async function applyPage(
  dependencies: EventDependencies,
  store: Store,
  row: ConnectionRow,
  settings: ConnectionSettings,
  { changes, readAt }: { changes: ShopChange[]; readAt: number },
  counts: Counts,
): Promise<void> {
  counts.missed += changes.filter(change => isDueWebhook(change, row, dependencies.clock())).length
  const ofOrders = Map.groupBy(changes, change => subjectOf(change) ?? uuid())
  await inTurns([...ofOrders.values()], async change => {
    try {
      const read = { now: readAt, receivedAt: readAt }
      const what = await applyChange(dependencies, store, row, settings, change, read)
      counts.applied++
      // Such as an order that cannot be read. The outcomes of the others would fill the log.
      if (change.kind === 'nothing')
        await logLine(dependencies.database, row, dependencies.clock(), { state: 'done', result: { what } })
    } catch (error) {
      const problem = toShopProblem(error)
      if (isUnavailable(error) || problem?.isTemporary || !problem) throw error
      counts.failed++
      await logLine(dependencies.database, row, dependencies.clock(), {
        ...{ subject: subjectOf(change), state: 'failed', result: resultOf(problem) },
      })
    }
  })
}

const onTheWay = 60 * 60_000 // ms that a webhook may take

function isDueWebhook(
  change: ShopChange,
  { backfilled_at, created_at }: ConnectionRow,
  now: number,
): boolean {
  if (change.kind !== 'order' || typeof change.order.changedAt !== 'number') return false
  const { changedAt } = change.order
  return changedAt > (backfilled_at ?? created_at).getTime() && changedAt < now - onTheWay
}

function subjectOf(change: ShopChange): string | undefined {
  if (change.kind === 'order') return change.order.orderId
  if (change.kind === 'order_deleted') return change.orderId
  return change.kind === 'product' ? change.product.productId : undefined
}

/** False if the back-fill was started anew, or the connection paused, meanwhile. */
async function moveCursor(
  db: Db,
  { store_id, connection_id }: ConnectionRow,
  before: string,
  after: string,
): Promise<boolean> {
  const moved = await db.query(sql`
    update connections
    set cursor = ${after}, is_backfilling = true, backfill_attempts = 0
    where store_id = ${store_id} and connection_id = ${connection_id} and state = 'active'
      and coalesce(cursor, ${before}) = ${before}
    returning 1`)
  return moved.length > 0
}

async function finishBackfill(
  db: Db,
  row: ConnectionRow,
  counts: Counts | undefined,
  now: number,
): Promise<void> {
  const { store_id, connection_id } = row
  await db.query(sql`
    update connections
    set is_backfilling = false, backfill_attempts = 0, backfill_at = ${nextBackfill(now, store_id)},
      backfilled_at = ${counts ? new Date(now) : row.backfilled_at}
    where store_id = ${store_id} and connection_id = ${connection_id}`)
  if (!counts || counts.applied + counts.failed === 0) return
  const { applied: count, failed } = counts
  const what = failed > 0 ? sentence('backfillFailed', { count, failed }) : sentence('backfill', { count })
  await logLine(db, row, now, { state: 'done', result: { what: [what] } })
}

const minute = 60_000
const longestPause = 6 * 60 * minute

async function postponeBackfill(
  db: Database,
  row: ConnectionRow,
  problem: ShopProblem | undefined,
  now: number,
): Promise<void> {
  const { store_id, connection_id, backfill_attempts } = row
  const isFinal = problem !== undefined && !problem.isTemporary
  const pause = Math.min(minute * 2 ** backfill_attempts, longestPause)
  await db.query(sql`
    update connections
    set backfill_attempts = ${isFinal ? 0 : backfill_attempts + 1}, is_backfilling = ${!isFinal},
      backfill_at = ${isFinal ? nextBackfill(now, store_id) : new Date(now + pause)}
    where store_id = ${store_id} and connection_id = ${connection_id}`)
  await noteProblem(db, row, problem ?? unexpected, new Date(now))
}

const unexpected = new ShopProblem(sentence('backfillUnexpected'), sentence('backfillContinues'))
