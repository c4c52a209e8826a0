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

const requestCounts = {
  sent: count,
  /** Their link was opened, as far as a visit tells: nothing in a mail reports that it was read. */
  opened: count,
  /** Something was reviewed through their link. */
  reviewed: count,
}

/** The requests that were sent within a period, and what came of them until now. */
export const requestFigures = z
  .object({
    time_zone: z.string(),
    today: z.string(),
    ...range,
    totals: z.object(requestCounts),
    rows: z.array(
      z.object({
        channel: z.enum(['email', 'whatsapp', 'sms']),
        /** The name of the rule that decided about the requests; null: the store's schedule did. */
        rule: z.string().nullable(),
        /** A campaign to earlier buyers asked; then no rule did. */
        campaign: z.boolean(),
        ...requestCounts,
      }),
    ),
  })
  .meta({ title: 'RequestFigures' })

export type Figures = z.infer<typeof figures>

export type Insights = z.infer<typeof insights>

export type RequestFigures = z.infer<typeof requestFigures>

const half = z.object({
  sent: count,
  /** Null until the result is shown. */
  reviewed: count.nullable(),
})

/** The tests of a store's rules, in the order of the rules. */
export const requestTests = z
  .object({
    time_zone: z.string(),
    result: z.array(
      z.object({
        rule: z.string(),
        about: z.enum(['delay', 'subject']),
        /** Requests of each half that count: the first that were sent. */
        size: count,
        a: half,
        b: half,
        /** The day from which the result is shown; null until both halves are complete. */
        shown_on: z.string().nullable(),
        /** none: no difference that chance would not make. Null until the result is shown. */
        winner: z.enum(['a', 'b', 'none']).nullable(),
      }),
    ),
  })
  .meta({ title: 'RequestTests' })

export type RequestTests = z.infer<typeof requestTests>
