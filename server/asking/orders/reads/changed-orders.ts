import sql, { empty, raw } from 'sql-template-tag'
import { changedSince, type Place } from '../../../foundation/database/changed-since.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ordersOfAddress } from '../../requests/list-requests.ts'
import { readOrders, type StoredOrder } from '../orders.ts'

type Wanted = {
  /** Of a buyer, normalised. */
  address?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  after?: Place | undefined
  limit: number
}

type Page = { result: StoredOrder[]; next: Place | null }

/** A page of whole orders, those received last first. With `address`, `from` and `until` do not count. */
export async function listWholeOrders(db: Connection, storeId: string, wanted: Wanted): Promise<Page> {
  const { limit } = wanted
  const found = await findPlaces(db, storeId, { ...wanted, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const ids = shown.map(({ id }) => id)
  const next = found.length > limit ? (shown.at(-1) ?? null) : null
  return { result: await readOrders(db, storeId, ids), next }
}

async function findPlaces(
  db: Connection,
  storeId: string,
  { address, from, until, after, limit }: Wanted,
): Promise<Place[]> {
  if (address !== undefined) {
    const position = after && { at: after.at, orderId: after.id }
    const found = await ordersOfAddress(db, storeId, address, { after: position, limit })
    return found.map(({ at, orderId }) => ({ at, id: orderId }))
  }
  return await db.query<Place>(sql`
    select order_id as id, received_at as at
    from orders
    where store_id = ${storeId}
      ${from ? sql`and received_at >= ${from}` : empty}
      ${until ? sql`and received_at < ${until}` : empty}
      ${after ? sql`and (received_at, order_id) < (${after.at}, ${after.id})` : empty}
    order by received_at desc, order_id desc
    limit ${limit}`)
}

const table = { table: raw('orders'), id: raw('order_id'), written: raw('received_at') }

/** A page of orders that were received or changed since then, the last change first; see `changedSince`. */
export async function listChangedOrders(
  db: Connection,
  storeId: string,
  page: { since: Date; after?: Place | undefined; limit: number },
): Promise<Page> {
  const { ids, next } = await changedSince(db, storeId, table, { ...page, conditions: [sql`true`] })
  return { result: await readOrders(db, storeId, ids), next }
}
