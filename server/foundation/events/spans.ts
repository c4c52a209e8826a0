import sql, { raw, type Sql } from 'sql-template-tag'
import type { Bounds } from '../lib/time/days.ts'

/** For a statement: a row per span, with `begins`, `ends` and its position `turn`, starting at 1. */
export function eachSpan(spans: Bounds[]): Sql {
  const begins = spans.map(span => span.begins)
  const ends = spans.map(span => span.ends)
  return sql`unnest(${begins}::timestamptz[], ${ends}::timestamptz[])
    with ordinality as span(begins, ends, turn)`
}

/** The stored days of some stores: as SQL, rows of store_id, day, begins and ends. None is outside of `period`. */
export type StoredDays = { storeIds: string[]; rows: Sql; period: Bounds }

/**
 * For a statement: the records of a table that fall on stored days, each beside its day, `stored`. It costs an index
 * probe per record: days without records cost nothing, unlike with `eachSpan`.
 */
export function onStoredDays({ storeIds, rows, period }: StoredDays, table: string, time: string): Sql {
  const record = raw(table)
  const at = raw(`${table}.${time}`)
  // A local date differs from the UTC date by at most one day. With equal dates instead of a range, PostgreSQL hashes
  // the days. With a range, or with the dates in another join, it compares each record with all days of its store.
  return sql`(
      select ${record}.*, unnest(array[-1, 0, 1]) + (${at} at time zone 'UTC')::date as near
      from ${record}
      where ${record}.store_id = any(${storeIds}::uuid[])
        and ${at} >= ${period.begins} and ${at} < ${period.ends}
    ) as ${record}
    join (${rows}) as stored on stored.store_id = ${record}.store_id and stored.day = near
      and begins <= ${at} and ends > ${at}`
}

// Upper bounds of the buckets of reply times. Slower replies are in the last bucket.
const answerHours = [1, 4, 24, 72, 168] as const

/**
 * For a statement: counts its rows by reply time in seconds (null: no reply), in one bucket per bound and one for
 * slower replies.
 */
export function answersWithin(seconds: Sql): Sql {
  const [hour, fourHours, day, threeDays, week] = answerHours.map(hours => hours * 3600)
  return sql`array[
    count(*) filter (where ${seconds} <= ${hour}),
    count(*) filter (where ${seconds} > ${hour} and ${seconds} <= ${fourHours}),
    count(*) filter (where ${seconds} > ${fourHours} and ${seconds} <= ${day}),
    count(*) filter (where ${seconds} > ${day} and ${seconds} <= ${threeDays}),
    count(*) filter (where ${seconds} > ${threeDays} and ${seconds} <= ${week}),
    count(*) filter (where ${seconds} > ${week})
  ]::integer[]`
}
