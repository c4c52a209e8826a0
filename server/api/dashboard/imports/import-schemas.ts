import { z } from 'zod'
import { contentStates } from '../../../answers/moderation/states.ts'
import { questionFields } from '../../../answers/questions/csv-fields.ts'
import { copyProblems } from '../../../answers/reviews/copies/copies.ts'
import { reviewFields } from '../../../answers/reviews/csv-fields.ts'
import { orderFields } from '../../../asking/orders/csv-fields.ts'
import { reason } from '../../../asking/requests/reasons.ts'
import { orderAnswers } from '../../../exchange/imports/orders/states/state-columns.ts'
import { orderOutcomes } from '../../../exchange/imports/preview/order-outcomes.ts'
import { encodings, escapes, separatorNames } from '../../../exchange/imports/reading/bytes/dialect.ts'
import { scales } from '../../../exchange/imports/reading/cells/scales.ts'
import { refusalNames } from '../../../exchange/imports/reading/refusals/refusals.ts'
import { importKinds } from '../../../exchange/imports/uploads/stored-imports.ts'
import { damageNames } from '../../../foundation/errors/file-errors.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { isDate } from '../../../foundation/lib/time/days.ts'
import { jobProblem } from '../job-problem.ts'

const importStates = [
  'uploading',
  'ready',
  'trying',
  'tried',
  'running',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const

const stateMeanings = ['published', 'pending', 'unconfirmed', 'rejected', 'removed', 'skip'] as const

const statesLook = z.object({
  column: z.string(),
  words: z.array(
    z.object({
      word: z.string(),
      count: z.int(),
      means: z
        .enum(stateMeanings)
        .nullable()
        .meta({ description: 'null: it is not certain, so the trial needs an answer' }),
    }),
  ),
  is_long: z.boolean().meta({ description: 'There are too many different words to list' }),
})

/** How a file is written, where that was chosen. */
export const chosenDialect = z.strictObject({
  separator: z.enum(separatorNames).nullable().optional(),
  quotes: z.enum(escapes).nullable().optional().meta({
    description: 'How a quote inside of quotes is written: `""`, or `\\"` as MySQL does',
  }),
  encoding: z.enum(encodings).nullable().optional(),
})

const tableLook = z.object({
  format: z.string(),
  /** How the file is written: as chosen, else as found. Files of earlier releases have none. */
  dialect: z
    .object({
      separator: z.string(),
      quotes: z.enum(escapes),
      encoding: z.enum(encodings).nullable().meta({ description: 'null: its first rows do not show it' }),
    })
    .optional(),
  header: z.array(z.string()),
  samples: z.array(z.array(z.string().nullable())),
  fields: z.array(
    z.object({
      field: z.enum([...reviewFields, ...questionFields, ...orderFields]),
      column: z.string().nullable(),
      by: z.enum(['format', 'guess']).nullable(),
      needed: z.boolean(),
    }),
  ),
  /** The store's own questions. Files of earlier releases have none. */
  answers: z
    .array(z.object({ field: z.string(), label: z.string(), column: z.string().nullable() }))
    .optional(),
  /** Columns that say whether a review is public, and what their words mean. Files of earlier releases have none. */
  states: z.array(statesLook).optional(),
})

const archiveLook = z.object({
  store: z.string(),
  made_by: z.string(),
  exported_at: z.string(),
  rows: z.record(z.string(), z.int()),
  pictures: z.int(),
})

const dateOrders = ['dmy', 'mdy', 'ymd'] as const

/** The date of rows without one, in the time zone of the store. */
const undatedDate = z
  .string()
  .refine(isDate, { message: 'date', abort: true })
  .nullable()
  .optional()
  .meta({ format: 'date' })

const notifyAuthors = z
  .boolean()
  .optional()
  .meta({ description: 'Whether authors get mails about decisions and replies. By default they get none' })
/** What the states of orders mean whose meaning is not certain, by the states in lower case. */
const orderStates = z.record(text(60), z.enum(orderAnswers)).optional()

/** What the words of columns of states mean. */
const stateAnswers = z
  .record(text(10_000), z.record(text(200), z.enum(stateMeanings)).nullable())
  .optional()
  .meta({
    description:
      'What the words of each column of states mean; null: the column is about something else. `skip`: left out',
  })
/** The highest rating, where a file goes up to 10 or 100. */
const ratingScale = z
  .literal([...scales])
  .nullable()
  .optional()

/** How a table is read: the column of each field (null: ignored), and the order of day and month. */
export const reading = z.strictObject({
  columns: z.record(text(50), text(10_000).nullable()),
  dates: z.enum(dateOrders).nullable(),
  undated: undatedDate,
  notify_authors: notifyAuthors,
  states: stateAnswers,
  order_states: orderStates,
  scale: ratingScale,
  ...chosenDialect.shape,
})

const problem = jobProblem.extend({
  /** If the failure was not the file's fault: the state in which a retry resumes. */
  again: z.enum(['trying', 'running', 'undoing']).optional(),
  /** The damage of an archive, with its names and numbers. */
  damage: z.object({ name: z.enum(damageNames()), values: z.array(z.string()) }).optional(),
  /** The column of states whose words are not understood. */
  states: z.object({ column: z.string(), words: z.array(z.string()) }).optional(),
})

const previewedRow = z.object({
  row: z.int(),
  product_id: z.string(),
  product_name: z.string().nullable().meta({ description: 'In the store, else in the file' }),
  rating: z.int().nullable().meta({ description: 'null for a question' }),
  title: z.string(),
  body: z.string(),
  display_name: z.string(),
  created_at: z.string().nullable().meta({ description: 'null: the file gives no date' }),
  state: z.enum(contentStates),
  verified_purchase: z.boolean(),
  pictures: z.array(z.string()).meta({ description: 'The first ones, at their address of origin' }),
  more_pictures: z.int(),
  reply: z.string().nullable(),
})

const previewedOrder = z.object({
  row: z.int(),
  order_id: z.string(),
  order_date: z.string(),
  buyer: z.string().meta({ description: 'The buyer’s shortened name' }),
  products: z.array(z.object({ product_id: z.string(), name: z.string(), waits: z.boolean() })),
  more_products: z.int(),
  outcome: z.enum(orderOutcomes).meta({
    description:
      '`waiting`: for its delivery; `expired`: too old; `not_asked`: its products are switched off; `suppressed`: the buyer gets no mails; `updated`: the store has it already',
  }),
  due_at: z.string().nullable().meta({ description: 'When the request leaves' }),
  reasons: z.array(reason),
})

/** Why a row is refused: the name of a text, and its values. */
const refusal = z.object({
  name: z.enum(refusalNames),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

const copies = z.object({
  waiting: z.int(),
  copied: z.int(),
  failed: z.int(),
  foreign: z.int().meta({ description: 'Videos, which are not copied' }),
  problems: z.array(
    z.object({
      problem: z.enum(copyProblems),
      status: z.int().nullable().meta({ description: 'What the server answered, if that is the reason' }),
      count: z.int(),
      example: z.string().meta({ description: 'An address' }),
    }),
  ),
})

export const oneImport = z
  .object({
    id: z.uuid(),
    kind: z.enum(importKinds),
    state: z.enum(importStates),
    file_name: z.string(),
    size: z.int(),
    /** The number of received parts, of 1 MiB each. */
    parts: z.int(),
    /** When its file and report expire. */
    file_until: z.date(),
    table: tableLook.nullable(),
    archive: archiveLook.nullable(),
    reading: reading.nullable(),
    notes: z
      .array(
        z.object({
          name: z.string(),
          values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        }),
      )
      .meta({ description: 'What was decided for the file as a whole, since its trial' }),
    columns: z
      .record(z.string(), z.string())
      .meta({ description: 'The column that each field is read from, since its trial' }),
    unread: z.array(z.string()).meta({ description: 'The columns that are not read, since its trial' }),
    skipped_states: z.record(z.string(), z.int()).meta({
      description: 'How many rows (or orders) are left out because of each state, in the words of the file',
    }),
    unknown_states: z.array(z.string()).meta({
      description: 'The states that stopped the trial: say what they mean in `order_states`, and try again',
    }),
    preview: z
      .object({ rows: z.array(previewedRow), orders: z.array(previewedOrder) })
      .nullable()
      .meta({
        description:
          'Up to ten of what a trial would import, as it will be: of each kind, then the first ones',
      }),
    updated: z.int().meta({ description: 'Orders of the store that the file changes' }),
    waiting: z.int().meta({
      description: 'Of the imported orders, those asked about only after their delivery is reported',
    }),
    later_consents: z.object({ count: z.int(), rows: z.array(z.int()) }).meta({
      description:
        'Orders whose consent to a channel is left out, because their date lies in the future, and the first rows of the first 20',
    }),
    pictures: copies
      .nullable()
      .meta({ description: 'How far the pictures of reviews are copied; null before the import' }),
    rows_done: z.int(),
    imported: z.int(),
    skipped: z.int(),
    refused: z.int(),
    /** Rows without a date, of those that are not refused. */
    undated: z.int(),
    /** The progress of the trial or import, out of `whole`. */
    done: z.int(),
    whole: z.int(),
    problem: problem.nullable(),
    /** Who started it. */
    who: z.string(),
    created_at: z.date(),
    finished_at: z.date().nullable(),
    undo_until: z.date().nullable().meta({ description: 'Until when it can be undone; null if it cannot' }),
    by_sku: z.boolean().meta({ description: 'Whether pages of the store have asked for products by SKU' }),
    /** The first refused rows. The report has all. */
    refusals: z.array(z.object({ row: z.int(), column: z.string().nullable(), refusal })),
  })
  .meta({ title: 'Import' })

export type Import = z.infer<typeof oneImport>

const listed = oneImport
  .omit({
    ...{ table: true, archive: true, reading: true, refusals: true, by_sku: true },
    ...{ pictures: true, notes: true, columns: true, unread: true, skipped_states: true },
    ...{ unknown_states: true, updated: true, waiting: true, later_consents: true },
    preview: true,
  })
  .meta({ title: 'ListedImport' })

export const importList = z
  .object({
    result: z.array(listed),
    /** The cursor of the next page; null on the last. */
    next: z.string().nullable(),
  })
  .meta({ title: 'ImportPage' })
