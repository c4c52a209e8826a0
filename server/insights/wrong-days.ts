import { isDeepStrictEqual } from 'node:util'
import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { Bounds } from '../lib/time/days.ts'
import { type Day, recountDays } from './kept-days.ts'

/** A condition for a statement about `stores`: the store has stored days. */
export const hasKeptDays: Sql = sql`exists (
  select from store_days
  where store_days.store_id = stores.store_id)`

/**
 * Days of a store whose stored row differs from a recount, without a reported change. Needs a snapshot transaction:
 * otherwise concurrent writes look like faults.
 */
export async function findWrongDays(tx: Connection, storeId: string): Promise<string[]> {
  const changes = await tx.query<{ instants: Date[] }>(sql`
    select instants
    from store_day_changes
    where store_id = ${storeId}`)
  if (changes.some(({ instants }) => instants.length === 0)) return []
  const reported = changes.flatMap(({ instants }) => instants)
  const kept = await tx.query<Day & Bounds>(sql`
    select day::text, begins, ends, orders, requested, waiting, asked, reviewed, reviews, stars, recommended,
      not_recommended, questions, review_answers, question_answers
    from store_days
    where store_id = ${storeId}
    order by day`)
  const sure = kept.filter(
    ({ begins, ends }) => !reported.some(instant => instant >= begins && instant < ends),
  )
  const recounted = await recountDays(tx, storeId, sure)
  return sure
    .filter(({ begins, ends, ...day }, index) => !isDeepStrictEqual(day, recounted[index]))
    .map(({ day }) => day)
}
