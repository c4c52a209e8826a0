import { z } from 'zod'

/** The figures of a store, for its dashboard and its programs. */

const count = z.int()

/** What started within a period, and its results until now: orders received, reviews written and questions asked. */
const figures = z.object({
  orders: count,
  /** Of these orders: contactable, pending, invited and reviewed. */
  requested: count,
  waiting: count,
  asked: count,
  reviewed: count,
  /** Published or pending. */
  reviews: count,
  /** Of the published ones, the number with one to five stars. */
  stars: z.array(count).length(5),
  recommended: count,
  not_recommended: count,
  questions: count,
  /** The number answered within an hour, 4 hours, a day, 3 days, a week, and later. */
  review_answers: z.array(count).length(6),
  question_answers: z.array(count).length(6),
})

const range = { from: z.string(), to: z.string() }

export const insights = z
  .object({
    /** The time zone of the dates. */
    time_zone: z.string(),
    today: z.string(),
    ...range,
    figures,
    /** The preceding period of the same length. */
    before: z.object({ ...range, figures }),
    /** The same period in days, weeks or months. */
    unit: z.enum(['day', 'week', 'month']),
    points: z.array(z.object({ ...range, figures })),
  })
  .meta({ title: 'Insights' })

export type Figures = z.infer<typeof figures>

export type Insights = z.infer<typeof insights>
