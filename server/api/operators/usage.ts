import sql from 'sql-template-tag'
import { rangeUntil } from '../../answers/insights/calendar.ts'
import { readDays } from '../../answers/insights/kept-days.ts'
import { readPlanUse } from '../../answers/insights/plan-use.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { dateOf } from '../../foundation/lib/time/days.ts'
import { storedBytes } from '../../foundation/storage/pictures/stored-bytes.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import type { InstallationUsage, StoreDetail, StoreUsage } from './operator-schemas.ts'
import { findOperatedStore } from './store-list.ts'

/** A store's settings and figures, for its operator. Throws `store_unknown`. */
export async function readOperatedStore(db: Connection, storeId: string, now: number): Promise<StoreDetail> {
  const found = await findOperatedStore(db, storeId, now)
  if (!found) throw new ApiError('store_unknown', { id: storeId })
  const store = await readStore(db, storeId)
  const [team] = await db.query<{ members: number }>(sql`
    select count(*)::integer as members
    from memberships
    where store_id = ${storeId}`)
  return {
    ...found,
    stored_bytes: await storedBytes(db, storeId),
    members: team?.members ?? 0,
    use: await readPlanUse(db, store, now),
  }
}

/** What began on each day of the range, by default of the last 30 days. Throws `store_unknown`. */
export async function readStoreUsage(
  db: Database,
  storeId: string,
  range: { from?: string | undefined; to?: string | undefined },
  now: number,
): Promise<StoreUsage> {
  const store = await readStore(db, storeId)
  const { from, to } = range
  const chosen = from && to ? { from, to } : rangeUntil(dateOf(now, store), '30d')
  const days = (await readDays(db, store, chosen, now)).map(({ day, orders, asked, reviews, questions }) => ({
    ...{ day, orders, requests_sent: asked, reviews, questions },
  }))
  const sum = (name: 'orders' | 'requests_sent' | 'reviews' | 'questions') =>
    days.reduce((total, day) => total + day[name], 0)
  const totals = {
    ...{ orders: sum('orders'), requests_sent: sum('requests_sent') },
    ...{ reviews: sum('reviews'), questions: sum('questions') },
  }
  return { ...chosen, totals, days }
}

const mostMonths = 24

/** The figures of the whole installation. */
export async function readUsage(db: Connection): Promise<InstallationUsage> {
  const [stores] = await db.query<InstallationUsage['stores']>(sql`
    select count(*) filter (where deleted_at is null and active)::integer as active,
      count(*) filter (where deleted_at is null and not active)::integer as suspended,
      count(*) filter (where deleted_at is not null)::integer as deleted
    from stores`)
  const months = await db.query<InstallationUsage['months'][number]>(sql`
    select to_char(month, 'YYYY-MM') as month, sum(orders)::float8 as orders,
      count(*) filter (where orders > 0)::integer as stores
    from order_usage
    group by order_usage.month
    order by order_usage.month desc
    limit ${mostMonths}`)
  const [pictures] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from pictures`)
  return {
    stores: stores ?? { active: 0, suspended: 0, deleted: 0 },
    months,
    stored_bytes: pictures?.bytes ?? 0,
  }
}
