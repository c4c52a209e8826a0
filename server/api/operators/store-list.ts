import sql, { empty, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { isUuid } from '../../foundation/lib/ids/uuid.ts'
import { planOf } from '../../tenants/stores/plan.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import type { OperatedStore, storeQuery } from './operator-schemas.ts'

type Query = z.infer<typeof storeQuery>
type Row = Store & { orders_of_month: number; place: string | number }

/** A page of all stores of the installation. Throws `body_invalid` for a cursor of another list. */
export async function listOperatedStores(
  db: Connection,
  { search = '', state, sort, limit, cursor }: Query,
  now: number,
): Promise<{ data: OperatedStore[]; next_cursor: string | null }> {
  const { place, order } = sorts[sort]
  const rows = await db.query<Row>(sql`
    select *, ${place} as place
    from (${operatedStores(now)}) as listed
    where ${matches(search)} and ${isInState(state)} ${after(sort, cursor)}
    order by ${order}
    limit ${limit + 1}`)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next_cursor = rows.length > limit && last ? writeCursor(sort, last) : null
  return { data: page.map(presentStore), next_cursor }
}

/** One store; undefined if there is none. */
export async function findOperatedStore(
  db: Connection,
  storeId: string,
  now: number,
): Promise<OperatedStore | undefined> {
  if (!isUuid(storeId)) return undefined
  const [row] = await db.query<Row>(sql`${operatedStores(now)} where stores.store_id = ${storeId}`)
  return row && presentStore(row)
}

function operatedStores(now: number): Sql {
  return sql`
    select stores.store_id, name, locale, time_zone, country, active, created_at, deleted_at, order_limit, limits,
      coalesce(orders, 0) as orders_of_month
    from stores
    left join order_usage on order_usage.store_id = stores.store_id
      and month = date_trunc('month', ${new Date(now)}::timestamptz at time zone time_zone)::date`
}

function presentStore(row: Row): OperatedStore {
  const { store_id, name, locale, time_zone, country, created_at, deleted_at, orders_of_month } = row
  const state = deleted_at ? 'deleted' : row.active ? 'active' : 'suspended'
  const limits = planOf(row)
  return {
    ...{ store_id, name, state, locale, time_zone, country },
    ...{ created_at, deleted_at, limits, orders_of_month },
  }
}

function matches(search: string): Sql {
  const wanted = search.trim()
  if (wanted === '') return sql`true`
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(name ilike ${pattern} or store_id::text = ${wanted.toLowerCase()})`
}

function isInState(state: Query['state']): Sql {
  if (state === undefined) return sql`true`
  if (state === 'deleted') return sql`deleted_at is not null`
  return sql`(deleted_at is null and active = ${state === 'active'})`
}

// Ids are UUID v7, so they sort by the date of creation.
const sorts = {
  created: { place: sql`0`, order: sql`store_id desc` },
  name: { place: sql`lower(name)`, order: sql`lower(name), store_id` },
  orders: { place: sql`orders_of_month`, order: sql`orders_of_month desc, store_id desc` },
}

function writeCursor(sort: Query['sort'], { place, store_id }: Row): string {
  return Buffer.from(JSON.stringify([sort, place, store_id])).toString('base64url')
}

function after(sort: Query['sort'], cursor: string | undefined): Sql {
  if (cursor === undefined) return empty
  const [of, place, id] = readCursor(cursor)
  if (of !== sort || typeof id !== 'string' || !isUuid(id)) throw wrongCursor()
  if (sort === 'created') return sql`and store_id < ${id}`
  if (sort === 'name' && typeof place === 'string')
    return sql`and (lower(name), store_id) > (${place}, ${id}::uuid)`
  if (sort === 'orders' && Number.isInteger(place))
    return sql`and (orders_of_month, store_id) < (${place}::integer, ${id}::uuid)`
  throw wrongCursor()
}

function readCursor(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

function wrongCursor(): ApiError {
  return new ApiError('body_invalid', { problems: [{ path: 'cursor', problem: 'format' }] })
}
