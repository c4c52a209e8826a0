import sql from 'sql-template-tag'
import { readOrders } from '../../../asking/orders/orders.ts'
import { ordersAskedBefore } from '../../../asking/requests/asked-soon.ts'
import { type Connection as Db, isUnavailable } from '../../../foundation/database/connect.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { applyDeletion } from '../applying/apply-order.ts'
import type { ConnectionRow } from '../connection-list.ts'
import { type EventDependencies, noteProblem, toShopProblem } from '../events/take-events.ts'
import { type Platform, type Shop, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { logLine } from './log-line.ts'

const hour = 60 * 60_000
export const soon = 36 * hour // until the check of the next night, and for a shop that does not answer this night
export const mostANight = 300 // orders a night
const usual = 3 // orders of a night that a merchant deletes
const mostSamples = 20

export type Opened = { row: ConnectionRow; platform: Platform; shop: Shop }

/**
 * Cancels the requests that are due soon about orders that the shop deleted for ever: some shops say nothing of it. A shop
 * that has none of its orders any more was moved, or restored from a backup: then nothing is cancelled, and the connection
 * says so.
 */
export async function cancelDeletedOrders(
  dependencies: EventDependencies,
  store: Store,
  opened: Opened,
): Promise<void> {
  const { database, clock } = dependencies
  const { row, platform, shop } = opened
  if (!platform.findDeleted) return
  try {
    const now = clock()
    const most = platform.mostAsked ?? mostANight
    const due = await orderIds(database, row, new Date(now + soon), most)
    const asked = await withoutHidden(database, opened, due)
    const deleted = asked.length === 0 ? [] : await platform.findDeleted(shop, asked)
    if (deleted.length === 0) return
    if (!(await isSameShop(database, opened, asked, deleted))) throw moved(deleted, asked)
    for (const subject of deleted) {
      const what = await applyDeletion(dependencies, store, row, subject, { now, receivedAt: now })
      await logLine(database, row, clock(), { subject, state: 'done', result: { what } })
    }
  } catch (error) {
    if (isUnavailable(error)) throw error
    const problem = toShopProblem(error)
    if (!problem)
      dependencies.log(`the check of deleted orders of a ${platform.name} connection failed`, error)
    else await noteProblem(database, row, problem, new Date(clock()))
  }
}

/** The orders that this connection brought and that are asked about before then, the first due first. */
export async function orderIds(
  db: Db,
  { store_id, connection_id }: ConnectionRow,
  until: Date,
  most: number,
): Promise<string[]> {
  const rows = await db.query<{ order_id: string }>(sql`
    select asked.order_id
    from (${ordersAskedBefore(store_id, until)}) as asked
    join connection_orders as known
      on known.store_id = ${store_id} and known.order_id = asked.order_id
        and known.connection_id = ${connection_id}
    order by asked.due_at, asked.order_id
    limit ${most}`)
  return rows.map(({ order_id }) => order_id)
}

/** Without those that the shop shows no more because of their age: they say nothing about the others either. */
async function withoutHidden(db: Db, { row, platform, shop }: Opened, due: string[]): Promise<string[]> {
  const { showsOrdersFor } = platform
  if (showsOrdersFor === undefined || due.length === 0) return due
  const orders = await readOrders(db, row.store_id, due)
  const first = shop.now - showsOrdersFor * 24 * hour
  return orders.filter(({ order_date }) => order_date.getTime() > first).map(({ order_id }) => order_id)
}

/** Whether the shop still has something that it sold: an order, or at least a product of the deleted ones. */
async function isSameShop(
  db: Db,
  { row, platform, shop }: Opened,
  asked: string[],
  deleted: string[],
): Promise<boolean> {
  if (deleted.length > usual && deleted.length > asked.length / 2) return false
  if (deleted.length < asked.length) return true
  const others = await db.query<{ order_id: string }>(sql`
    select order_id
    from connection_orders
    where store_id = ${row.store_id} and connection_id = ${row.connection_id}
      and order_id <> all(${asked}::text[])
    order by changed_at desc, order_id
    limit ${mostSamples}`)
  const samples = others.map(({ order_id }) => order_id)
  if (samples.length > 0 && ((await platform.findDeleted?.(shop, samples))?.length ?? 0) < samples.length)
    return true
  const orders = await readOrders(db, row.store_id, deleted)
  const productIds = new Set(orders.flatMap(({ products }) => products.map(({ product_id }) => product_id)))
  return (await platform.hasProduct?.(shop, [...productIds].slice(0, mostSamples))) ?? false
}

const moved = (deleted: string[], asked: string[]) =>
  new ShopProblem(
    sentence('ordersGone', { count: deleted.length, all: asked.length }),
    sentence('ordersGoneMend'),
  )
