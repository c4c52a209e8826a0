import sql, { type Sql } from 'sql-template-tag'
import { countOrderDays, hasManyOrders, type OrderDay } from '../../asking/orders/reads/order-days.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { type Bounds, boundsOf, dateOf } from '../../foundation/lib/time/days.ts'
import { countQuestionDays, type QuestionDay } from '../questions/question-days.ts'
import { countReviewDays, type ReviewDay } from '../reviews/sums/review-days.ts'
import { datesOf, type Range } from './calendar.ts'

/** The activity that started on a day, and its results until now. */
export type Day = { day: string } & OrderDay & ReviewDay & QuestionDay

/** A store whose days are counted. */
export type StoreOfDays = { store_id: string; time_zone: string }

// How long after the end of a day an order received in it may still commit.
const hour = 60 * 60 * 1000 // ms
const settling = hour

/**
 * The current figures of the days in the range, up to today. Past days are counted each hour or when first requested,
 * and again after each change. Today is counted every time.
 */
export async function readDays(db: Database, store: StoreOfDays, range: Range, now: number): Promise<Day[]> {
  const days = datesOf(range)
  const firstOpen = dateOf(now - settling, store)
  const today = dateOf(now, store)
  const over = days.filter(day => day < firstOpen)
  const open = days.filter(day => firstOpen <= day && day <= today)
  const kept = (await findKept(db, store, over)) ?? (await saveDays(db, store, over))
  return [...kept, ...(await recountDays(db, store.store_id, boundsOfAll(open, store)))]
}

/** A condition for a statement about `stores`: `recountChangedDays` has something to do. */
export const hasChangedDays: Sql = sql`exists (
  select from store_day_changes
  where store_day_changes.store_id = stores.store_id)`

/** Recounts the changed days among those stored. Runs hourly, so that changes do not pile up. */
export async function recountChangedDays(db: Database, store: StoreOfDays): Promise<void> {
  if (!(await hasChanges(db, store.store_id))) return
  await saveDays(db, store, await db.transaction(tx => dropChanged(tx, store)))
}

// What the home reads by default: the last 30 days and the 30 before.
const daysOfHome = 60

// What the home reads at most: 12 months and the 12 before.
const daysOfYears = 2 * 366 + 8

/** A condition for a statement about `stores`: the store was active lately, and `saveHomeDays` has something to do. */
export function hasUncountedDays(at: Date): Sql {
  const since = new Date(at.getTime() - daysOfHome * 24 * hour)
  const lastEnd = new Date(at.getTime() - settling - 24 * hour)
  return sql`(
    exists (select from orders where orders.store_id = stores.store_id and received_at >= ${since})
    or exists (
      select from reviews
      where reviews.store_id = stores.store_id and state in ('pending', 'published') and created_at >= ${since})
    or exists (select from questions where questions.store_id = stores.store_id and created_at >= ${since})
  ) and not exists (
    select from store_days
    where store_days.store_id = stores.store_id and store_days.time_zone = stores.time_zone and ends > ${lastEnd}
  ) or ${hasUncountedYears(at)}`
}

function hasUncountedYears(at: Date): Sql {
  const first = new Date(at.getTime() - (daysOfYears - 1) * 24 * hour)
  return sql`(${hasManyOrders} and not exists (
    select from store_days
    where store_days.store_id = stores.store_id and store_days.time_zone = stores.time_zone and ends <= ${first}
  ))`
}

/**
 * Counts the days of the home that are not stored, so that the home only reads them: those that it displays first, and
 * in a store with many orders those of its longest range. Counting can take seconds.
 */
export async function saveHomeDays(db: Database, store: StoreOfDays, now: number): Promise<void> {
  await saveLast(daysOfHome, db, store, now)
  if (await hasMany(db, store.store_id)) await saveLast(daysOfYears, db, store, now)
}

async function saveLast(count: number, db: Database, store: StoreOfDays, now: number): Promise<void> {
  const days = datesOf({ from: dateOf(now - count * 24 * hour, store), to: dateOf(now, store) })
  const firstOpen = dateOf(now - settling, store)
  await saveDays(
    db,
    store,
    days.filter(day => day < firstOpen),
  )
}

async function hasMany(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from stores
    where store_id = ${storeId} and ${hasManyOrders}`)
  return found.length > 0
}

/** The stored rows of all days; undefined if one is missing, or may have changed. */
async function findKept(
  db: Connection,
  { store_id, time_zone }: StoreOfDays,
  days: string[],
): Promise<Day[] | undefined> {
  // Check for changes first. A change after this check belongs to the next read.
  if (await hasChanges(db, store_id)) return undefined
  const rows = await readRows(db, { store_id, time_zone }, days)
  return rows.length === days.length ? rows : undefined
}

// Counting 100 days of a store with 500,000 orders a year takes about two seconds. Each batch is committed, so a later
// failure does not discard it.
const batchSize = 100

async function saveDays(db: Database, store: StoreOfDays, days: string[]): Promise<Day[]> {
  for (;;) {
    const { found, missing } = await db.transaction(async tx => {
      await dropChanged(tx, store)
      const kept = await readRows(tx, store, days)
      const known = new Set(kept.map(({ day }) => day))
      const unknown = days.filter(day => !known.has(day))
      const counted = await countAndSave(tx, store, unknown.slice(0, batchSize))
      return { found: [...kept, ...counted], missing: unknown.length - counted.length }
    })
    if (missing === 0) return found.sort((a, b) => (a.day < b.day ? -1 : 1))
  }
}

/**
 * Deletes the rows of changed days, or of all days if the store's time zone changed. The lock serialises recounts:
 * figures counted before a change must not overwrite newer ones. Changes are taken before counting starts. A change
 * that commits meanwhile is both counted and reported again.
 */
async function dropChanged(tx: Connection, { store_id, time_zone }: StoreOfDays): Promise<string[]> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`days of ${store_id}`}, 0))`)
  // Round to quarters of an hour, because an import reports a million instants. Drop every day that one of them falls
  // on. A local date differs from the UTC date by at most one day.
  const dropped = await tx.query<{ day: string }>(sql`
    with taken as (
      delete from store_day_changes
      where store_id = ${store_id}
      returning instants
    ),
    changed as (
      select distinct date_bin('15 minutes', instant, '2000-01-01Z') as since
      from taken, unnest(instants) as instant
    ),
    dropped as (
      delete from store_days
      where store_id = ${store_id} and (
        time_zone <> ${time_zone} or exists (select from taken where instants = '{}') or day in (
          select kept.day
          from changed
          join store_days as kept on kept.store_id = ${store_id}
            and kept.day between (since at time zone 'UTC')::date - 1 and (since at time zone 'UTC')::date + 1
            and kept.begins < since + interval '15 minutes' and kept.ends > since
        )
      )
      returning day
    )
    select day::text
    from dropped`)
  return dropped.map(({ day }) => day).sort()
}

async function countAndSave(tx: Connection, store: StoreOfDays, days: string[]): Promise<Day[]> {
  if (days.length === 0) return []
  const bounds = boundsOfAll(days, store)
  const counted = await recountDays(tx, store.store_id, bounds)
  const rows = counted.map((row, index) => ({ ...bounds[index], ...row }))
  await tx.query(sql`
    insert into store_days
    select (jsonb_populate_record(null::store_days,
      row || jsonb_build_object('store_id', ${store.store_id}::text, 'time_zone', ${store.time_zone}::text))).*
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as row`)
  return counted
}

const boundsOfAll = (days: string[], store: StoreOfDays) =>
  days.map(day => ({ day, ...boundsOf(day, store) }))

/** Counts each of the days from the records themselves. */
async function recountDays(
  db: Connection,
  storeId: string,
  days: ({ day: string } & Bounds)[],
): Promise<Day[]> {
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

// Read the rows as one JSON text: it took 3 ms for 730 rows with three lists each, and 17 ms value by value.
async function readRows(
  db: Connection,
  { store_id, time_zone }: StoreOfDays,
  days: string[],
): Promise<Day[]> {
  const [found] = await db.query<{ rows: string | null }>(sql`
    select json_agg(to_jsonb(store_days) - ${['store_id', 'time_zone', 'begins', 'ends']}::text[] order by day)::text as rows
    from store_days
    where store_id = ${store_id} and time_zone = ${time_zone}
      and day = any(${days}::date[])`)
  return JSON.parse(found?.rows ?? '[]') as Day[]
}

async function hasChanges(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from store_day_changes
    where store_id = ${storeId}
    limit 1`)
  return found.length > 0
}
