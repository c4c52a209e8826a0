import { z } from 'zod'

/** What the dashboard's home shows of a store; it reads the types. */

const count = z.int()

/**
 * What began in some days, and what became of it until now: the orders received, the reviews written and the
 * questions asked in them.
 */
const figures = z.object({
  orders: count,
  /** Of these orders: somebody can be asked, is still to be asked, was asked, and has reviewed. */
  requested: count,
  waiting: count,
  asked: count,
  reviewed: count,
  /** Published, or waiting for the store. */
  reviews: count,
  /** Of the published ones: how many have one star to five. */
  stars: z.array(count).length(5),
  recommended: count,
  not_recommended: count,
  questions: count,
  /** How many were answered within an hour, 4 hours, a day, 3 days, a week, and later. */
  review_answers: z.array(count).length(6),
  question_answers: z.array(count).length(6),
})

const range = { from: z.string(), to: z.string() }

export const insights = z.object({
  /** Whose dates these are. */
  time_zone: z.string(),
  today: z.string(),
  ...range,
  figures,
  /** As many days, just before. */
  before: z.object({ ...range, figures }),
  /** The same range in days, weeks or months. */
  unit: z.enum(['day', 'week', 'month']),
  points: z.array(z.object({ ...range, figures })),
})

export type Figures = z.infer<typeof figures>

export type Insights = z.infer<typeof insights>

/** At most a thousand are counted; `more`: there are others. */
const some = z.object({ count, more: z.boolean() })

export const waiting = z.object({
  /** To be decided about; `since` is when the oldest was written. */
  reviews: some.extend({ since: z.date().nullable() }),
  /** To be answered. */
  questions: some.extend({ since: z.date().nullable() }),
  /** Reviews that visitors reported in the last 7 days and that are still shown. */
  reported: some,
  /** Mails that could not be delivered in the last 7 days. */
  failed_mails: some,
  requests_paused: z.boolean(),
  /** What an owner brought in during the last day, for owners; null: nothing. */
  import: z
    .object({
      id: z.uuid(),
      file_name: z.string(),
      state: z.enum(['ready', 'trying', 'tried', 'running', 'done', 'failed']),
      imported: count,
      refused: count,
    })
    .nullable(),
  /** Of this month, where the plan has a limit. */
  plan: z.object({ orders: count, limit: count }).nullable(),
})

export type Waiting = z.infer<typeof waiting>

/** What a new store does first, and what of it is done. */
export const firstSteps = z.object({
  /** An order came in. */
  orders: z.boolean(),
  /** There is a review, wherever it comes from. */
  reviews: z.boolean(),
  /** A page of another origin has read with the store key. */
  widgets: z.boolean(),
  /** Somebody else works with the store, or was invited. */
  team: z.boolean(),
})

export type FirstSteps = z.infer<typeof firstSteps>
