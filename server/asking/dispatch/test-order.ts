import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { dateOf, dayAround } from '../../foundation/lib/time/days.ts'
import { addressesAskedOn } from '../../foundation/mailings/asking.ts'
import { whySuppressed } from '../../foundation/mailings/suppressions.ts'
import { readProducts } from '../../tenants/products/catalogue.ts'
import { sampleProducts } from '../../tenants/products/products.ts'
import { unaskedAmong } from '../../tenants/products/unasked.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { sampleIn } from '../mail/composing/samples.ts'
import { cancelOrder, logOrder, type OrderBy } from '../orders/later/order-changes.ts'
import type { OrderProduct, Orders } from '../orders/orders.ts'
import { makeTestOrderId } from '../orders/test-orders.ts'
import { sendOrderNow } from './send-now.ts'

type Tester = { name: string; email: string }

type Options = { database: Database; orders: Orders; secrets: Secrets; store: Store; by: OrderBy }

/**
 * Orders one of the store's products, or a sample, to the user's own address, and asks for the review at once. The
 * order counts like any other. Returns its id. Throws what `Orders.create` and `sendOrderNow` throw, and then leaves no
 * request pending.
 */
export async function orderAsTest(options: Options, tester: Tester): Promise<string> {
  return await options.database.transaction(async tx => {
    // The second of two clicks finds the mail of the first, before it writes an order. Orders do not wait for this lock.
    await tx.query(sql`select pg_advisory_xact_lock(${testOrderLock}, hashtext(${options.store.store_id}))`)
    return await order(options, tester)
  })
}

const testOrderLock = 7_267_046 // advisory lock: one test order of a store at a time

async function order(options: Options, { name, email }: Tester): Promise<string> {
  const { database, orders, secrets, store, by } = options
  const { store_id } = store
  await refuseUnaskable(database, secrets, store, email, by.at.getTime())
  const order_id = makeTestOrderId()
  const date = by.at.toISOString()
  await orders.create(store_id, store, {
    order_id,
    order_date: date,
    delivery_date: date,
    products: [await chooseProduct(database, store)],
    customers: [{ name, email, phone: '' }],
  })
  try {
    await database.transaction(async tx => {
      await logOrder(tx, store_id, order_id, by, 'test', [])
      await sendOrderNow(tx, secrets, store, order_id, by)
    })
  } catch (error) {
    await database.transaction(tx => cancelOrder(tx, store_id, order_id, by))
    throw error
  }
  return order_id
}

// Before anything is written: an order that cannot be asked about would only use up the plan.
async function refuseUnaskable(
  db: Connection,
  secrets: Secrets,
  store: Store,
  email: string,
  now: number,
): Promise<void> {
  if (!store.active || store.requests_paused) throw new ApiError('requests_paused')
  const address = comparableAddress(email)
  if (!address) throw new ApiError('request_none')
  if (await whySuppressed(db, secrets, store.store_id, address)) throw new ApiError('buyer_suppressed')
  const today = { date: dateOf(now, store), begins: dayAround(now, store).begins }
  const asked = await addressesAskedOn(db, store.store_id, [address], today)
  if (asked.size > 0) throw new ApiError('buyer_mailed')
}

const sampleId = 'realword-sample'

async function chooseProduct(db: Connection, store: Store): Promise<OrderProduct> {
  const known = await sampleProducts(db, store.store_id, 30)
  const ids = known.map(({ product_id }) => product_id)
  const unasked = await unaskedAmong(db, store.store_id, ids)
  const chosen = ids.find(id => id !== sampleId && !unasked.has(id))
  const [product] = chosen ? await readProducts(db, store.store_id, [chosen]) : []
  if (product) {
    const { product_id, sku, name, price, url, pictures } = product
    return { product_id, sku, name, price, url, pictures }
  }
  const [name = ''] = sampleIn(store.locale).products
  return { product_id: sampleId, sku: sampleId, name, price: 0, url: '' }
}
