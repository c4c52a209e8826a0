import { z } from 'zod'

/** The figures of the dashboard's home, which reads these types. */

const count = z.int()

/** Counts up to a thousand; `more` means that there are others. */
const some = z.object({ count, more: z.boolean() })

export const toDo = z
  .object({
    /** Pending reviews; `since` is the date of the oldest. */
    reviews: some.extend({ since: z.date().nullable() }),
    /** Unanswered questions. */
    questions: some.extend({ since: z.date().nullable() }),
    /** Pending answers of shoppers to questions. */
    answers: some.extend({ since: z.date().nullable() }),
    /** Published reviews that visitors reported in the last 7 days. */
    reported: some,
    /** The same of questions, and of answers of shoppers. */
    reported_questions: some,
    /** Mails that failed in the last 7 days. */
    failed_mails: some,
    requests_paused: z.boolean(),
    /** Set while no mail server is set up, so that no mail leaves. */
    mail_off: z
      .object({
        /** Whether this browser may open /outbox, where the kept mails are. */
        outbox: z.boolean(),
      })
      .nullable(),
    /** An import of the last day, for owners; null if there is none. */
    import: z
      .object({
        id: z.uuid(),
        file_name: z.string(),
        state: z.enum(['ready', 'trying', 'tried', 'running', 'done', 'failed']),
        imported: count,
        refused: count,
      })
      .nullable(),
    /** The usage of this month, if the plan has a limit. */
    plan: z.object({ orders: count, limit: count }).nullable(),
  })
  .meta({ title: 'PendingWork' })

export type ToDo = z.infer<typeof toDo>

/** The first steps of a new store, and which are completed. */
export const firstSteps = z
  .object({
    /** The store has an order, from its shop or as a test. */
    tried: z.boolean(),
    /** The shop sent an order. */
    orders: z.boolean(),
    /** A mail server is set up. */
    mail: z.boolean(),
    /** The store has a review, imported or of an order that is no test. */
    reviews: z.boolean(),
    /** A page of another origin has used the store key. */
    widgets: z.boolean(),
    /** The store has another member, or an invitation. */
    team: z.boolean(),
    /** The requesting user has dismissed them. */
    dismissed: z.boolean(),
  })
  .meta({ title: 'FirstSteps' })

export type FirstSteps = z.infer<typeof firstSteps>
