import sql, { type Sql } from 'sql-template-tag'
import { ordersOnDays } from '../../asking/orders/reads/order-days.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Bounds } from '../../foundation/lib/time/days.ts'
import { questionsOnDays } from '../questions/question-days.ts'
import { reviewsOnDays } from '../reviews/sums/review-days.ts'

/** A condition for a statement about `stores`: the store has stored days. */
export const hasKeptDays: Sql = sql`exists (
  select from store_days
  where store_days.store_id = stores.store_id)`

type WrongDay = { store_id: string; day: string }

/**
 * Days of the stores whose stored row differs from a recount, without a reported change. Needs a snapshot transaction:
 * otherwise concurrent writes look like faults.
 */
export async function findWrongDays(tx: Connection, storeIds: string[]): Promise<WrongDay[]> {
  const different = await findDifferentDays(tx, storeIds)
  const stores = [...new Set(different.map(({ store_id }) => store_id))]
  const changes = new Map<string, Date[][]>()
  for (const storeId of stores) changes.set(storeId, await readChanges(tx, storeId))
  return different
    .filter(({ store_id, begins, ends }) =>
      (changes.get(store_id) ?? []).every(
        instants => instants.length > 0 && !instants.some(instant => instant >= begins && instant < ends),
      ),
    )
    .map(({ store_id, day }) => ({ store_id, day }))
}

async function readChanges(tx: Connection, storeId: string): Promise<Date[][]> {
  const changes = await tx.query<{ instants: Date[] }>(sql`
    select instants
    from store_day_changes
    where store_id = ${storeId}`)
  return changes.map(({ instants }) => instants)
}

const noAnswers = sql`array[0, 0, 0, 0, 0, 0]`

async function findDifferentDays(tx: Connection, storeIds: string[]): Promise<(WrongDay & Bounds)[]> {
  const [period] = await tx.query<{ begins: Date | null; ends: Date | null }>(sql`
    select min(begins) as begins, max(ends) as ends
    from store_days
    where store_id = any(${storeIds}::uuid[])`)
  if (!period?.begins || !period.ends) return []
  const rows = sql`
    select store_id, day, begins, ends
    from store_days
    where store_id = any(${storeIds}::uuid[])`
  const days = { storeIds, rows, period: { begins: period.begins, ends: period.ends } }
  const { orders, former } = ordersOnDays(days)
  // With statistics from before the tables grew, PostgreSQL would count all records once for each day.
  await tx.query(sql`set local enable_nestloop = off`)
  return await tx.query<WrongDay & Bounds>(sql`
    select kept.store_id, kept.day::text, begins, ends
    from store_days as kept
    left join (${orders}) as o on o.store_id = kept.store_id and o.day = kept.day
    left join (${former}) as f on f.store_id = kept.store_id and f.day = kept.day
    left join (${reviewsOnDays(days)}) as r on r.store_id = kept.store_id and r.day = kept.day
    left join (${questionsOnDays(days)}) as q on q.store_id = kept.store_id and q.day = kept.day
    where kept.store_id = any(${storeIds}::uuid[]) and (
      kept.orders, kept.requested, kept.waiting, kept.asked, kept.reviewed,
      kept.reviews, kept.stars, kept.recommended, kept.not_recommended, kept.review_answers,
      kept.questions, kept.question_answers
    ) is distinct from (
      coalesce(o.orders, 0) + coalesce(f.orders, 0), coalesce(o.requested, 0) + coalesce(f.requested, 0),
      coalesce(o.waiting, 0), coalesce(o.asked, 0) + coalesce(f.asked, 0),
      coalesce(o.reviewed, 0) + coalesce(f.reviewed, 0),
      coalesce(r.reviews, 0), coalesce(r.stars, array[0, 0, 0, 0, 0]), coalesce(r.recommended, 0),
      coalesce(r.not_recommended, 0), coalesce(r.review_answers, ${noAnswers}),
      coalesce(q.questions, 0), coalesce(q.question_answers, ${noAnswers})
    )
    order by kept.store_id, kept.day`)
}
