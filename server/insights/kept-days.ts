import sql from 'sql-template-tag'
import type { Connection, Database } from '../database/connect.ts'
import { countOrderDays, type OrderDay } from '../orders/order-days.ts'
import { countQuestionDays, type QuestionDay } from '../questions/question-days.ts'
import { dateOf } from '../requests/schedule.ts'
import { countReviewDays, type ReviewDay } from '../reviews/review-days.ts'
import { type Bounds, boundsOf, datesOf, type Range } from './calendar.ts'

/** What began on a day, and what became of it until now. */
export type Day = { day: string } & OrderDay & ReviewDay & QuestionDay

/** The store whose days these are. */
export type StoreOfDays = { store_id: string; time_zone: string }

// After its end, until which an order that was received in it may be on its way to its commit.
const settling = 60 * 60 * 1000 // ms

/**
 * The days of the range as they are now; none that lies ahead. Those that are over were counted when somebody
 * first asked, and again after each change; today is counted each time.
 */
export async function readDays(db: Database, store: StoreOfDays, range: Range, now: number): Promise<Day[]> {
  const days = datesOf(range)
  const firstOpen = dateOf(now - settling, store)
  const today = dateOf(now, store)
  const over = days.filter(day => day < firstOpen)
  const open = days.filter(day => firstOpen <= day && day <= today)
  const kept = (await findKept(db, store, over)) ?? (await keepDays(db, store, over))
  return [...kept, ...(await recountDays(db, store.store_id, boundsOfAll(open, store)))]
}

/** Counts anew which days changed, of those that were counted: each hour, so that changes do not pile up. */
export async function recountChangedDays(db: Database, store: StoreOfDays): Promise<void> {
  if (!(await hasChanges(db, store.store_id))) return
  await keepDays(db, store, await db.transaction(tx => dropChanged(tx, store)))
}

/** All of the days; undefined where one was not counted yet, or may have changed since. */
async function findKept(
  db: Connection,
  { store_id, time_zone }: StoreOfDays,
  days: string[],
): Promise<Day[] | undefined> {
  // First: a change that comes after this look is later than our answer.
  if (await hasChanges(db, store_id)) return undefined
  const rows = await readRows(db, { store_id, time_zone }, days)
  return rows.length === days.length ? rows : undefined
}

// So many days of a store with 500,000 orders a year are counted in half a second; each turn is committed, so
// that what was counted stays counted when the rest fails.
const atOnce = 100

async function keepDays(db: Database, store: StoreOfDays, days: string[]): Promise<Day[]> {
  const kept: Day[] = []
  for (let from = 0; from === 0 || from < days.length; from += atOnce) {
    const some = days.slice(from, from + atOnce)
    const rows = await db.transaction(async tx => {
      await dropChanged(tx, store)
      await insertMissing(tx, store, some)
      return await readRows(tx, store, some)
    })
    kept.push(...rows)
  }
  return kept
}

/**
 * Forgets the days that changed, and all when the store's time zone did. One at a time: what a second one
 * counted before the first one's changes must not come last. Changes are taken before anything is counted, so
 * one that commits meanwhile is counted, and told again.
 */
async function dropChanged(tx: Connection, { store_id, time_zone }: StoreOfDays): Promise<string[]> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`days of ${store_id}`}, 0))`)
  const changes = await tx.query<{ instants: Date[] }>(sql`
    delete from store_day_changes
    where store_id = ${store_id}
    returning instants`)
  const isAll = changes.some(({ instants }) => instants.length === 0)
  const instants = changes.flatMap(change => change.instants)
  // The date somewhere on earth is at most one off the date in UTC.
  const dropped = await tx.query<{ day: string }>(sql`
    delete from store_days
    where store_id = ${store_id} and (
      ${isAll} or time_zone <> ${time_zone} or day in (
        select kept.day
        from unnest(${instants}::timestamptz[]) as instant
        join store_days as kept on kept.store_id = ${store_id}
          and kept.day between (instant at time zone 'UTC')::date - 1 and (instant at time zone 'UTC')::date + 1
          and instant >= kept.begins and instant < kept.ends
      )
    )
    returning day::text`)
  return dropped.map(({ day }) => day).sort()
}

async function insertMissing(tx: Connection, store: StoreOfDays, days: string[]): Promise<void> {
  const there = new Set((await readRows(tx, store, days)).map(({ day }) => day))
  const missing = boundsOfAll(
    days.filter(day => !there.has(day)),
    store,
  )
  const counted = await recountDays(tx, store.store_id, missing)
  const rows = counted.map((row, index) => ({ ...missing[index], ...row }))
  await tx.query(sql`
    insert into store_days
    select (jsonb_populate_record(null::store_days,
      row || jsonb_build_object('store_id', ${store.store_id}::text, 'time_zone', ${store.time_zone}::text))).*
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as row`)
}

const boundsOfAll = (days: string[], { time_zone }: StoreOfDays) => days.map(day => boundsOf(day, time_zone))

/** Counts each of the days from the records themselves. */
export async function recountDays(db: Connection, storeId: string, days: Bounds[]): Promise<Day[]> {
  if (days.length === 0) return []
  const orders = await countOrderDays(db, storeId, days)
  const reviews = await countReviewDays(db, storeId, days)
  const questions = await countQuestionDays(db, storeId, days)
  return days.map(({ day }, index) => ({
    day,
    ...(orders[index] as OrderDay),
    ...(reviews[index] as ReviewDay),
    ...(questions[index] as QuestionDay),
  }))
}

async function readRows(
  db: Connection,
  { store_id, time_zone }: StoreOfDays,
  days: string[],
): Promise<Day[]> {
  return await db.query<Day>(sql`
    select day::text, orders, requested, waiting, asked, reviewed, reviews, stars, recommended,
      not_recommended, questions, review_answers, question_answers
    from store_days
    where store_id = ${store_id} and time_zone = ${time_zone}
      and day = any(${days}::date[])
    order by day`)
}

async function hasChanges(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from store_day_changes
    where store_id = ${storeId}
    limit 1`)
  return found.length > 0
}
