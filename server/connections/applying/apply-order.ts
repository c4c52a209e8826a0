import sql from 'sql-template-tag'
import { ownStore } from '../../database/citus/own-store.ts'
import type { Database, Connection as Db } from '../../database/connect.ts'
import { ApiError } from '../../errors/errors.ts'
import { comparableAddress } from '../../lib/text/email-address.ts'
import { isKnownDate } from '../../lib/time/instant.ts'
import { languageOfBuyer, setBuyerLanguage } from '../../orders/buyer-language.ts'
import { cancelOrder, type OrderBy } from '../../orders/order-changes.ts'
import type { Order, Orders } from '../../orders/orders.ts'
import { type NoProduct, switchOffNoProducts } from '../../products/unasked.ts'
import type { Store } from '../../stores/stores.ts'
import type { ConnectionRow } from '../connection-list.ts'
import { type ConnectionSettings, type ShopOrder, ShopProblem } from '../platform.ts'
import { clip, idOf, timeOf } from '../shop/shop-texts.ts'
import { type DesiredOrder, desiredOrder } from './desired-order.ts'
import { reachLines } from './lines.ts'
import { nothingAsked, whyNobody } from './nobody-asked.ts'

export type OrderDependencies = { database: Database; clock: () => number; orders: Orders }

const mostProducts = 500

/** Brings the order into the state that its shop describes, unless a later version is known. Says what became of it. */
export async function applyOrder(
  { database, orders }: OrderDependencies,
  store: Store,
  row: ConnectionRow,
  settings: ConnectionSettings,
  order: ShopOrder,
  now: number,
): Promise<string> {
  const orderId = idOf(order.orderId, 'order')
  if (!order.isCancelled) await switchOff(database, store, desiredOrder(order, settings, now).noProducts, now)
  return await withVersion(database, row, orderId, order.changedAt ?? now, async tx => {
    const by: OrderBy = { at: new Date(now), actor: 'api' }
    if (order.isCancelled) return await cancel(tx, store, orderId, by, 'The order was cancelled')
    const desired = desiredOrder(order, settings, now)
    if (desired.products.length > mostProducts)
      throw new ShopProblem(
        `The order has more than ${mostProducts} products.`,
        'Nobody is asked about it. Send it in parts with POST /orders.',
      )
    const isNew = await createOrder(orders, store, orderId, order, desired)
    if (!isNew) await renewLanguage(tx, store, orderId, order)
    if (isNew === undefined) return await reachKnown(tx, store, orderId, desired, by)
    if (!isNew || needsLines(desired)) await reachLines(tx, store, orderId, desired, by)
    return (await whyNobody(tx, store.store_id, orderId)) ?? describe(desired, isNew)
  })
}

// In a transaction of its own, which ends before the order is created on another connection.
async function switchOff(
  database: Database,
  store: Store,
  products: NoProduct[],
  now: number,
): Promise<void> {
  if (products.length > 0)
    await database.transaction(tx => switchOffNoProducts(tx, store.store_id, products, new Date(now)))
}

/** The shop deleted the order: nobody is asked about it any more. */
export async function applyDeletion(
  { database }: OrderDependencies,
  store: Store,
  row: ConnectionRow,
  shopOrderId: string,
  now: number,
): Promise<string> {
  const orderId = idOf(shopOrderId, 'order')
  return await withVersion(database, row, orderId, now, tx =>
    cancel(tx, store, orderId, { at: new Date(now), actor: 'api' }, 'The order was deleted'),
  )
}

/**
 * Locks the order among those of its store's connections, so that one version at a time is applied, and records the
 * version with what `act` changes. Throws ShopProblem for an order of another connection.
 */
async function withVersion(
  database: Database,
  { store_id, connection_id }: ConnectionRow,
  orderId: string,
  changedAt: number,
  act: (tx: Db) => Promise<string>,
): Promise<string> {
  return await database.transaction(async tx => {
    await tx.query(sql`
      insert into connection_orders (store_id, order_id, connection_id, changed_at)
      select own.store_id, ${orderId}, ${connection_id}, ${new Date(0)}::timestamptz
      from ${ownStore(store_id)} as own
      on conflict (store_id, order_id) do nothing`)
    const [known] = await tx.query<{ connection_id: string; changed_at: Date }>(sql`
      select connection_id, changed_at
      from connection_orders
      where store_id = ${store_id} and order_id = ${orderId}
      for update`)
    if (known && known.connection_id !== connection_id)
      throw new ShopProblem(
        `Another connection of this store has an order with the id ${orderId}.`,
        'Connect each shop to a store of its own.',
      )
    if (known && known.changed_at.getTime() > changedAt) return 'Older than what is known.'
    const outcome = await act(tx)
    await tx.query(sql`
      update connection_orders
      set changed_at = ${new Date(changedAt)}
      where store_id = ${store_id} and order_id = ${orderId}`)
    return outcome
  })
}

async function cancel(tx: Db, store: Store, orderId: string, by: OrderBy, what: string): Promise<string> {
  const isKnown = await ifKnown(() => cancelOrder(tx, store.store_id, orderId, by))
  return isKnown ? `${what}: its review requests are cancelled.` : `${what} before anything was scheduled.`
}

/** False if the store has no such order. The statement that looks for it changes nothing. */
async function ifKnown(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'order_unknown') return false
    throw error
  }
}

/**
 * Whether the order was new; undefined if it is not to be created. On a connection of its own, because it is committed
 * with others: if what follows fails, the next attempt finds the order.
 */
async function createOrder(
  orders: Orders,
  store: Store,
  orderId: string,
  { orderedAt, customer, language: said }: ShopOrder,
  desired: DesiredOrder,
): Promise<boolean | undefined> {
  const [first] = desired.deliveries
  if (!first || !isUsable(customer.email)) return undefined
  const language = languageOfBuyer(said)
  const order: Order = {
    order_id: orderId,
    // Unknown in some shops.
    order_date: timeOf(isKnownDate(orderedAt) ? orderedAt : first.deliveredAt, 'date of the order'),
    delivery_date: timeOf(first.deliveredAt, 'date of the delivery'),
    // No mail leaves before the lines have their own dates.
    ...(needsLines(desired) && { request_review_at: farFuture }),
    products: desired.products,
    customers: [
      {
        name: clip(customer.name, 2048),
        email: clip(customer.email, 2048),
        phone: clip(customer.phone, 2048),
        ...(language !== undefined && { language }),
      },
    ],
  }
  try {
    await orders.create(store.store_id, store, order)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'order_duplicate') return false
    throw error
  }
}

async function renewLanguage(tx: Db, store: Store, orderId: string, order: ShopOrder): Promise<void> {
  const { email } = order.customer
  const language = languageOfBuyer(order.language)
  if (email === undefined || language === undefined) return
  await setBuyerLanguage(tx, store.store_id, orderId, { email, language })
}

const farFuture = '2199-01-01T00:00:00.000Z'

const isUsable = (email: string | undefined) => email !== undefined && comparableAddress(email) !== undefined

/** Whether the lines of a new order need more than its delivery date. */
function needsLines({ deliveries, held, returned }: DesiredOrder): boolean {
  return (
    held.length > 0 || returned.length > 0 || deliveries.length > 1 || deliveries.some(one => one.isEstimated)
  )
}

/** For an order that is not created now: it may have been sent here before. */
async function reachKnown(
  tx: Db,
  store: Store,
  orderId: string,
  desired: DesiredOrder,
  by: OrderBy,
): Promise<string> {
  const isKnown = await ifKnown(() => reachLines(tx, store, orderId, desired, by))
  if (isKnown) return (await whyNobody(tx, store.store_id, orderId)) ?? describe(desired, false)
  if (desired.products.length === 0) return nothingAsked
  if (desired.deliveries.length > 0) return 'The order has no usable address: nobody is asked.'
  return desired.held.length > 0 ? 'Waits for delivery.' : 'Everything went back: nobody is asked.'
}

function describe({ deliveries, held, returned }: DesiredOrder, isNew: boolean): string {
  if (deliveries.length === 0) return held.length > 0 ? 'Waits for delivery.' : 'Everything went back.'
  const dates = deliveries.map(
    ({ deliveredAt, isEstimated }) =>
      `${new Date(deliveredAt).toISOString().slice(0, 10)}${isEstimated ? ' (estimated)' : ''}`,
  )
  return [
    `${isNew ? 'Scheduled' : 'Known'}: delivered ${dates.join(', ')}.`,
    ...(held.length > 0 ? [`${count(held)} for delivery.`] : []),
    ...(returned.length > 0
      ? [`${returned.length === 1 ? '1 product' : `${returned.length} products`} went back.`]
      : []),
  ].join(' ')
}

const count = ({ length }: string[]) => (length === 1 ? '1 product waits' : `${length} products wait`)
