import sql from 'sql-template-tag'
import { languageOfBuyer } from '../../../asking/orders/later/buyer-language.ts'
import { restoreOrder, takeBackFromShop } from '../../../asking/orders/later/comebacks.ts'
import { leaveToShop } from '../../../asking/orders/later/left-to-shop.ts'
import { cancelOrder, type OrderBy } from '../../../asking/orders/later/order-changes.ts'
import { mostProducts } from '../../../asking/orders/order-body.ts'
import { type Order, type Orders, readOrders, type StoredOrder } from '../../../asking/orders/orders.ts'
import type { Database, Connection as Db } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { isKnownDate } from '../../../foundation/lib/time/instant.ts'
import { switchOffNoProducts } from '../../../tenants/products/unasked.ts'
import { countryOf } from '../../../tenants/stores/settings/request-rules.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { ConnectionRow } from '../connection-list.ts'
import { type ConnectionSettings, type ShopOrder, ShopProblem } from '../platform.ts'
import { type Sentence, sentence } from '../sentences.ts'
import { clip, idOf, timeOf } from '../shop/shop-texts.ts'
import { correctBuyer, isUsable } from './correct-buyer.ts'
import { type DesiredOrder, desiredOrder } from './desired-order.ts'
import { reachLines } from './lines.ts'
import { nothingAsked, whyNobody } from './nobody-asked.ts'
import { describe, notesOf } from './outcome.ts'
import { hasKnownPrices, rememberCurrency } from './prices.ts'
import { shareTranslations } from './translations.ts'
import { type Reading, versionOf, withVersion } from './versions.ts'
import { forgetOrder, recallOrder, saveOrder } from './waiting-orders.ts'

export type OrderDependencies = {
  database: Database
  clock: () => number
  orders: Orders
  secrets: Secrets
}

/** The shop's order is brought into the state that it describes, within one transaction. */
type Applying = {
  dependencies: OrderDependencies
  store: Store
  row: ConnectionRow
  settings: ConnectionSettings
  by: OrderBy
  isTie: boolean
}

/** Brings the order into the state that its shop describes, unless a later version is known. Says what became of it. */
export async function applyOrder(
  dependencies: OrderDependencies,
  store: Store,
  row: ConnectionRow,
  settings: ConnectionSettings,
  order: ShopOrder,
  read: Reading,
): Promise<Sentence[]> {
  const orderId = idOf(order.orderId, 'anOrder')
  const by = shopAt(read.now)
  await rememberCurrency(dependencies.database, row, order)
  if (!order.isCancelled)
    await switchOff(dependencies.database, store, desiredOrder(order, settings, read.now), by)
  const outcome = await withVersion(
    dependencies.database,
    row,
    orderId,
    versionOf(order, read),
    async (tx, isTie) => {
      if (order.isCancelled)
        return await cancel(tx, store, orderId, by, ['orderCancelled', 'cancelledBefore'])
      if (order.isAskedByShop) {
        await forgetOrder(tx, store.store_id, orderId)
        await leaveToShop(tx, store.store_id, sql`select ${orderId}::text`, by.at)
        return [sentence('shopAsks')]
      }
      const whole = await recallOrder(tx, store.store_id, order)
      const [stored] = await readOrders(tx, store.store_id, [orderId])
      const applying = { dependencies, store, row, settings, by, isTie }
      if (stored) return await changeOrder(tx, applying, whole, stored)
      return await createOrder(tx, applying, whole)
    },
  )
  await shareTranslations(dependencies.database, store, order.lines, by.at)
  return outcome
}

// In a transaction of its own, which ends before the order is created on another connection.
async function switchOff(
  database: Database,
  store: Store,
  { noProducts }: DesiredOrder,
  { at }: OrderBy,
): Promise<void> {
  if (noProducts.length > 0)
    await database.transaction(tx => switchOffNoProducts(tx, store.store_id, noProducts, at))
}

const shopAt = (now: number): OrderBy => ({ at: new Date(now), actor: 'api', isShop: true })

/** The shop deleted the order: nobody is asked about it any more. */
export async function applyDeletion(
  { database }: OrderDependencies,
  store: Store,
  row: ConnectionRow,
  shopOrderId: string,
  read: Reading,
): Promise<Sentence[]> {
  const orderId = idOf(shopOrderId, 'anOrder')
  // No shop dates a deletion.
  return await withVersion(database, row, orderId, versionOf({ changedAt: 'received' }, read), tx =>
    cancel(tx, store, orderId, { ...shopAt(read.now), why: 'deleted_in_shop' }, [
      'orderDeleted',
      'deletedBefore',
    ]),
  )
}

async function cancel(
  tx: Db,
  store: Store,
  orderId: string,
  by: OrderBy,
  [done, before]: ['orderCancelled' | 'orderDeleted', 'cancelledBefore' | 'deletedBefore'],
): Promise<Sentence[]> {
  await forgetOrder(tx, store.store_id, orderId)
  try {
    await cancelOrder(tx, store.store_id, orderId, by)
    return [sentence(done)]
  } catch (error) {
    // The statement that looks for it changes nothing.
    if (isUnknown(error)) return [sentence(before)]
    throw error
  }
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.errorName === 'order_unknown'

function desiredOf(
  order: ShopOrder,
  settings: ConnectionSettings,
  now: number,
  stored?: StoredOrder,
): DesiredOrder {
  const desired = desiredOrder(order, settings, now, stored?.products)
  if (desired.products.length <= mostProducts) return desired
  throw new ShopProblem(sentence('manyProducts', { count: mostProducts }), sentence('manyProductsMend'))
}

async function createOrder(tx: Db, applying: Applying, order: ShopOrder): Promise<Sentence[]> {
  const { dependencies, store, row, settings, by } = applying
  const now = by.at.getTime()
  const desired = desiredOf(order, settings, now)
  const isAskable = isUsable(order.customer.email)
  if (desired.deliveries.length === 0 || !isAskable) {
    await saveOrder(tx, row, order, by.at)
    return [whyNotCreated(desired)]
  }
  const isNew = await insertOrder(dependencies.orders, store, order, desired)
  await forgetOrder(tx, store.store_id, order.orderId)
  const [stored] = await readOrders(tx, store.store_id, [order.orderId])
  if (!stored) return [sentence('deletedHere')]
  if (!isNew) return await changeOrder(tx, applying, order, stored)
  if (needsLines(desired)) await reach(tx, { ...applying, isTie: false }, order.orderId, desired)
  const nobody = await whyNobody(tx, store.store_id, order.orderId)
  return nobody ? [nobody] : describe(desired, { isNew: true, now, settings })
}

function whyNotCreated({ deliveries, held, products }: DesiredOrder): Sentence {
  if (deliveries.length > 0) return sentence('noAddress')
  if (held.length > 0) return sentence('waits')
  return products.length === 0 ? nothingAsked : sentence('allBackNobody')
}

/**
 * Whether the order was new. On a connection of its own, because it is committed with others: if what follows fails, the
 * next attempt finds the order.
 */
async function insertOrder(
  orders: Orders,
  store: Store,
  shopOrder: ShopOrder,
  desired: DesiredOrder,
): Promise<boolean> {
  const { orderId, orderedAt, customer, language: said } = shopOrder
  const language = languageOfBuyer(said)
  const country = countryOf(shopOrder.country)
  const deliveredAt = desired.deliveries[0]?.deliveredAt ?? Number.NaN
  const order: Order = {
    order_id: orderId,
    // Unknown in some shops.
    order_date: timeOf(isKnownDate(orderedAt) ? orderedAt : deliveredAt, 'dateOfOrder'),
    delivery_date: timeOf(deliveredAt, 'dateOfDelivery'),
    // No mail leaves before the lines have their own dates.
    ...(needsLines(desired) && { request_review_at: farFuture }),
    products: desired.products,
    ...(!hasKnownPrices(shopOrder, store) && { hasForeignPrices: true }),
    customers: [
      {
        name: clip(customer.name, 2048),
        email: clip(customer.email, 2048),
        phone: clip(customer.phone, 2048),
        ...(language !== undefined && { language }),
        ...(country !== undefined && { country }),
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

const farFuture = '2199-01-01T00:00:00.000Z'

/** Whether the lines of a new order need more than its delivery date. */
function needsLines({ deliveries, held, returned }: DesiredOrder): boolean {
  return (
    held.length > 0 || returned.length > 0 || deliveries.length > 1 || deliveries.some(one => one.isEstimated)
  )
}

const reach = (
  tx: Db,
  { dependencies, store, by, isTie }: Applying,
  orderId: string,
  desired: DesiredOrder,
) => reachLines(tx, dependencies.secrets, store, orderId, desired, { by, isTie })

/** Follows what the shop says of an order that is known: its buyer, whether it came back, and its products. */
async function changeOrder(
  tx: Db,
  applying: Applying,
  order: ShopOrder,
  stored: StoredOrder,
): Promise<Sentence[]> {
  const { dependencies, store, settings, by, isTie } = applying
  const { secrets } = dependencies
  const { orderId } = order
  const now = by.at.getTime()
  const desired = desiredOf(order, settings, now, stored)
  const buyer = await correctBuyer(tx, secrets, store, order, by)
  // A shop that names no product has left them out: it removed none.
  if (order.lines.length === 0) return [sentence('noLines'), ...buyer]
  const restored =
    (isTie ? undefined : await restoreOrder(tx, secrets, store, orderId, by)) ??
    (await takeBackFromShop(tx, secrets, store, orderId, by))
  // An order whose creation was cut off has no line in its place yet.
  const isBegun = stored.request_review_at?.toISOString() === farFuture
  const reached = await reach(tx, { ...applying, isTie: isTie && !isBegun }, orderId, desired)
  await forgetOrder(tx, store.store_id, orderId)
  const notes = await notesOf(tx, store, orderId, { desired, restored, reached, isTie })
  const nobody = await whyNobody(tx, store.store_id, orderId)
  const known = nobody ? [nobody] : describe(desired, { isNew: false, now, settings })
  return [...known, ...buyer, ...notes]
}
