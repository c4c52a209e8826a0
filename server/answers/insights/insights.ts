import type { Database } from '../../foundation/database/connect.ts'
import { dateOf } from '../../foundation/lib/time/days.ts'
import { pointsOf, type Range, rangeBefore } from './calendar.ts'
import type { Figures, Insights } from './insight-schemas.ts'
import { type Day, readDays, type StoreOfDays } from './kept-days.ts'

/** The store's figures in the range, in the range before, and at each point of the chart. */
export async function readInsights(
  db: Database,
  store: StoreOfDays,
  range: Range,
  now: number,
): Promise<Insights> {
  const before = rangeBefore(range)
  const days = await readDays(db, store, { from: before.from, to: range.to }, now)
  const within = ({ from, to }: Range) => ({
    from,
    to,
    figures: sum(days.filter(({ day }) => from <= day && day <= to)),
  })
  const { unit, points } = pointsOf(range)
  return {
    time_zone: store.time_zone,
    today: dateOf(now, store),
    ...within(range),
    before: within(before),
    unit,
    points: points.map(within),
  }
}

const counts = [
  'orders',
  'requested',
  'waiting',
  'asked',
  'reviewed',
  'reviews',
  'recommended',
  'not_recommended',
  'questions',
] as const satisfies (keyof Figures)[]

const lists = ['stars', 'review_answers', 'question_answers'] as const satisfies (keyof Figures)[]

function sum(days: Day[]): Figures {
  const total: Figures = {
    ...(Object.fromEntries(counts.map(name => [name, 0])) as Record<(typeof counts)[number], number>),
    stars: Array(5).fill(0),
    review_answers: Array(6).fill(0),
    question_answers: Array(6).fill(0),
  }
  for (const day of days) {
    for (const name of counts) total[name] += day[name]
    for (const name of lists) total[name] = total[name].map((count, index) => count + (day[name][index] ?? 0))
  }
  return total
}
