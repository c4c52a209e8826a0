import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { countUpTo } from '../../foundation/database/count-up-to.ts'
import {
  oldest,
  type Retention,
  retentionOfEach,
  saltedHash,
} from '../../foundation/personal-data/retention.ts'
import { lockRetention } from '../../tenants/stores/retention.ts'
import { forgetRequests, isOrderInUse, lockRequests, requestOutcome } from '../requests/requests.ts'
import { forgetLines } from './later/order-lines.ts'
import { testOrders } from './test-orders.ts'

/**
 * A condition for a statement about `stores`: the store has orders that `forgetOrders` examines. It does not examine
 * them itself: a store can have millions that are still to be asked about, and one statement lists all stores.
 */
export function hasOldOrders(at: Date): Sql {
  return sql`(retention_months is not null and exists (
    select from orders
    where orders.store_id = stores.store_id and received_at <= ${oldest(retentionOfEach, at)}))`
}

/** How many orders the store would delete with this period, counted up to `most`. */
export async function countOldOrders(
  db: Connection,
  storeId: string,
  retention: Retention,
  at: Date,
  most: number,
): Promise<number> {
  const rows = sql`
    select
    from orders
    where ${isOld(sql`${storeId}::uuid`, retention, at)}`
  return await countUpTo(db, rows, most)
}

// Orders of the store wait for the lock of a batch. On a busy machine 500 orders took 2.5 s, and 50 ms on a quiet one.
const longestLock = 50 // ms
const mostInBatch = 500
const firstBatch = 50

/** The size of the next batch, after one of `size` orders took `took` ms. */
export function nextBatchSize(size: number, took: number): number {
  const fitting = Math.floor((size * longestLock) / Math.max(took, 1))
  // At most twice as many: one batch may have been quick because most of its orders were in use.
  return Math.max(1, Math.min(fitting, 2 * size, mostInBatch))
}

/**
 * Deletes the store's old orders with their requests, in batches, and yields between them. A hash of each id and the
 * outcome of its requests remain, so that an order sent again is a duplicate, and its day counts as before. Orders that
 * another transaction has locked are left for the next call.
 */
export async function* forgetOrders(
  db: Database,
  storeId: string,
  retention: Retention,
  at: Date,
): AsyncGenerator<void> {
  let after: Place = { at: '-infinity', orderId: '' }
  let size = firstBatch
  for (;;) {
    // Found before the store is locked, because finding them can take longer than deleting them.
    const places: FoundOrder[] = await examine(db, storeId, retention, { at, after, most: size })
    const orderIds = places.filter(({ isOld }) => isOld).map(({ orderId }) => orderId)
    const begun = performance.now()
    if (orderIds.length > 0) await db.transaction(tx => forgetBatch(tx, storeId, orderIds, at))
    if (places.length < size) return
    size = nextBatchSize(size, performance.now() - begun)
    after = places.at(-1) as Place
    yield
  }
}

/** A position in the index of orders by arrival. `at` is a text, because a Date has no microseconds. */
type Place = { at: string; orderId: string }

type FoundOrder = Place & { isOld: boolean }

/** The next orders that are old by their arrival, and whether they are old in every way. */
async function examine(
  db: Connection,
  storeId: string,
  retention: Retention,
  { at, after, most }: { at: Date; after: Place; most: number },
): Promise<FoundOrder[]> {
  return await db.query<FoundOrder>(sql`
    select received_at::text as at, order_id as "orderId",
      not ${isOrderInUse(sql`${storeId}::uuid`, sql`orders.order_id`, retention, at)} as "isOld"
    from orders
    where store_id = ${storeId} and received_at <= ${oldest(retention, at)}
      and (received_at, order_id) > (${after.at}::timestamptz, ${after.orderId})
    order by received_at, order_id
    limit ${most}`)
}

/** An order is old when neither it nor a link about it was usable within the period, and nobody is to be asked. */
function isOld(storeId: Sql, retention: Retention, at: Date): Sql {
  return sql`orders.store_id = ${storeId} and received_at <= ${oldest(retention, at)}
    and not ${isOrderInUse(storeId, sql`orders.order_id`, retention, at)}`
}

// The store's lock comes first, as it does for an order that arrives: one with the same id arrives before this
// transaction or sees its hash. Rows that others hold are skipped, so that orders never wait for an erasure.
async function forgetBatch(tx: Connection, storeId: string, wanted: string[], at: Date): Promise<void> {
  const store = await lockRetention(tx, storeId)
  if (!store) return
  const locked = await tx.query<{ order_id: string }>(sql`
    select order_id
    from orders
    where store_id = ${storeId} and order_id = any(${wanted}::text[])
    for update skip locked`)
  const orderIds = await lockRequests(
    tx,
    storeId,
    locked.map(({ order_id }) => order_id),
  )
  // Only now, with the locks: what others committed before is seen, and nothing changes any more.
  const old = await tx.query<{ order_id: string }>(sql`
    select order_id
    from orders
    where ${isOld(sql`${storeId}::uuid`, store.retention, at)} and order_id = any(${orderIds}::text[])`)
  await replaceByHashes(
    tx,
    storeId,
    store.salt,
    old.map(({ order_id }) => order_id),
  )
}

// One statement for each table: Citus runs a chain of deleting CTEs on the coordinator.
async function replaceByHashes(
  tx: Connection,
  storeId: string,
  salt: Buffer,
  orderIds: string[],
): Promise<void> {
  await tx.query(sql`
    insert into former_orders (store_id, order_hash, received_at, requested, asked, reviewed, is_test)
    select orders.store_id, ${raw(saltedHash('salt', 'order_id'))},
      date_bin('15 minutes', received_at, '2000-01-01Z'), asked is not null, coalesce(asked, false),
      coalesce(reviewed, false), order_id like ${testOrders}
    from orders
    cross join (select ${salt}::bytea as salt) as salted
    left join lateral (${requestOutcome(storeId, sql`orders.order_id`)}) as requests on true
    where orders.store_id = ${storeId} and order_id = any(${orderIds}::text[])
    on conflict (store_id, order_hash) do nothing`)
  await forgetRequests(tx, storeId, orderIds)
  await forgetLines(tx, storeId, orderIds)
  await tx.query(sql`
    delete from orders
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])`)
}

/**
 * For the statement that writes orders: the text of a query that finds the order `orderId` of the store $1 among the
 * former ones. `salt` is the store's, and null without any.
 */
export function formerOrder(salt: string, orderId: string): string {
  return `
      select true
      from former_orders
      where ${salt} is not null and store_id = $1 and order_hash = ${saltedHash(salt, orderId)}`
}
