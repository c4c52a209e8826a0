import sql, { type Sql } from 'sql-template-tag'
import type { Bounds } from '../lib/time/days.ts'

/** For a statement: a row for each span, with `begins`, `ends` and `turn`, which is 1 for the first. */
export function eachSpan(spans: Bounds[]): Sql {
  const begins = spans.map(span => span.begins)
  const ends = spans.map(span => span.ends)
  return sql`unnest(${begins}::timestamptz[], ${ends}::timestamptz[])
    with ordinality as span(begins, ends, turn)`
}

// Up to which an answer is counted; what took longer is counted last.
const answerHours = [1, 4, 24, 72, 168] as const

/** For a statement: how many of its rows were answered after so many seconds (null: never), sorted by how long that is. */
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
