import sql, { type Sql } from 'sql-template-tag'
import type { Bounds } from '../lib/time/days.ts'

/** For a statement: a row per span, with `begins`, `ends` and its position `turn`, starting at 1. */
export function eachSpan(spans: Bounds[]): Sql {
  const begins = spans.map(span => span.begins)
  const ends = spans.map(span => span.ends)
  return sql`unnest(${begins}::timestamptz[], ${ends}::timestamptz[])
    with ordinality as span(begins, ends, turn)`
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
