import sql from 'sql-template-tag'
import type { Figures } from '../../answers/insights/insight-schemas.ts'
import type { TestApp } from '../app.ts'
import { wallClock } from './wall-clock.ts'

const hour = 60 * 60 * 1000
const upTo = [1, 4, 24, 72, 168, Number.POSITIVE_INFINITY]

type Rows = {
  orders: { at: Date; states: string[] | null }[]
  reviews: { at: Date; rating: number; recommended: boolean | null; state: string; replied: Date | null }[]
  questions: { at: Date; state: string; replied: Date | null }[]
}

/** The figures of a range, counted from all stored records. Computes dates in another way than the service. */
export async function recountFigures(
  { database }: TestApp,
  storeId: string,
  timeZone: string,
  { from, to }: { from: string; to: string },
): Promise<Figures> {
  const rows = await readRows(database, storeId)
  const isWithin = ({ at }: { at: Date }) => {
    const date = wallClock(at.getTime(), timeZone).slice(0, 10)
    return from <= date && date <= to
  }
  const isCounted = ({ state }: { state: string }) => state === 'pending' || state === 'published'
  const orders = rows.orders.filter(isWithin)
  const reviews = rows.reviews.filter(isWithin).filter(isCounted)
  const shown = reviews.filter(({ state }) => state === 'published')
  const questions = rows.questions.filter(isWithin).filter(isCounted)
  const ordersWith = (...states: string[]) =>
    orders.filter(order => order.states?.some(state => states.includes(state)))
  const asked = ordersWith('sent', 'reviewed')
  return {
    orders: orders.length,
    requested: orders.filter(({ states }) => states).length,
    waiting: ordersWith('scheduled').filter(order => !asked.includes(order)).length,
    asked: asked.length,
    reviewed: ordersWith('reviewed').length,
    reviews: reviews.length,
    stars: [1, 2, 3, 4, 5].map(stars => shown.filter(({ rating }) => rating === stars).length),
    recommended: shown.filter(({ recommended }) => recommended === true).length,
    not_recommended: shown.filter(({ recommended }) => recommended === false).length,
    questions: questions.length,
    review_answers: answersOf(shown),
    question_answers: answersOf(questions),
  }
}

async function readRows(database: TestApp['database'], storeId: string): Promise<Rows> {
  return {
    orders: await database.query(sql`
      select received_at as at, (
        select array_agg(state)
        from review_requests
        where review_requests.store_id = orders.store_id and review_requests.order_id = orders.order_id
      ) as states
      from orders
      where store_id = ${storeId}`),
    reviews: await database.query(sql`
      select created_at as at, rating, recommended, state, reply_created_at as replied
      from reviews
      where store_id = ${storeId}`),
    questions: await database.query(sql`
      select created_at as at, state, reply_created_at as replied
      from questions
      where store_id = ${storeId}`),
  }
}

function answersOf(records: { at: Date; replied: Date | null }[]): number[] {
  const counts = upTo.map(() => 0)
  for (const { at, replied } of records) {
    if (!replied) continue
    const hours = (replied.getTime() - at.getTime()) / hour
    const index = upTo.findIndex(most => hours <= most)
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}
