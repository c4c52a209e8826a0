import { z } from 'zod'
import { text } from '../../foundation/http/input/fields.ts'
import { pageLimit } from '../../foundation/http/input/read-query.ts'
import { largestLimit } from '../../tenants/stores/limits.ts'
import { type PlanLimit, planLimits } from '../../tenants/stores/plan.ts'

const byLimit = <Schema extends z.ZodType>(schema: (name: PlanLimit) => Schema) =>
  Object.fromEntries(planLimits.map(name => [name, schema(name)])) as Record<PlanLimit, Schema>

const givenLimits = z
  .strictObject(byLimit(name => z.number().int().min(0).max(largestLimit(name)).nullable()))
  .partial()
  .meta({ description: 'Limits by name; null: no limit. Those that are not given stay' })

const limits = z
  .object(byLimit(() => z.number().nullable()))
  .meta({ title: 'Limits', description: 'Every limit by name; null: no limit' })

const storeStates = ['active', 'suspended', 'deleted'] as const

const store = z
  .object({
    store_id: z.uuid(),
    name: z.string(),
    state: z
      .enum(storeStates)
      .meta({ description: '`deleted`: its data are being deleted. It is listed until that is done' }),
    locale: z.string(),
    time_zone: z.string(),
    country: z.string(),
    created_at: z.date(),
    deleted_at: z.date().nullable(),
    limits,
    orders_of_month: z
      .number()
      .meta({ description: 'Orders accepted in this calendar month of the store’s time zone' }),
  })
  .meta({ title: 'OperatedStore' })

export const storeQuery = z.object({
  search: text(255).optional().meta({ description: 'A part of the name, or the id' }),
  state: z.enum(storeStates).optional(),
  sort: z.enum(['created', 'name', 'orders']).default('created').meta({
    description: 'By date, newest first; by name; or by the orders of the month, most first',
  }),
  limit: pageLimit(50),
  cursor: text(2_000).optional().meta({ description: '`next_cursor` of the previous page' }),
})

export const storePage = z.object({ data: z.array(store), next_cursor: z.string().nullable() })

const use = z
  .object({
    name: z.enum(planLimits),
    limit: z.number(),
    used: z.number().nullable(),
    resets_at: z.date().nullable(),
  })
  .meta({ title: 'LimitUse', description: 'A limit that is set, and its use; null for each single import' })

export const storeDetail = store
  .extend({
    stored_bytes: z.number(),
    members: z.number(),
    use: z.array(use),
  })
  .meta({ title: 'OperatedStoreDetail' })

export const newStore = z.strictObject({
  name: text(255, 1),
  locale: text(35, 2).optional(),
  time_zone: text(100, 1).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  owner_email: text(254, 3)
    .optional()
    .meta({ description: 'Receives an email to become the owner, valid for seven days' }),
  limits: givenLimits.optional(),
})

export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description: 'Any text of 1 to 255 visible ASCII characters. Repeated within 24 hours, no second store',
    }),
})

export const createdStore = z
  .object({
    store_id: z.uuid(),
    store_key: z.string().meta({ description: 'Public: for the pages of the store' }),
    api_key: z.string().meta({ description: 'Secret, in this answer only: sends orders' }),
    invitation: z.object({ id: z.uuid(), email: z.string(), expires_at: z.date() }).nullable(),
  })
  .meta({ title: 'CreatedStore' })

export const storeChange = z.strictObject({
  active: z.boolean().optional().meta({ description: 'false suspends the store' }),
  limits: givenLimits.optional(),
})

export const storeDeletion = z.strictObject({
  confirm: text(255).meta({ description: 'The name of the store' }),
})

export const deletedStore = z.object({ store_id: z.uuid(), name: z.string(), deleted_at: z.date() })

const usageDay = z
  .object({
    day: z.string(),
    orders: z.number(),
    requests_sent: z.number().meta({ description: 'Of these orders: how many were asked for a review' }),
    reviews: z.number(),
    questions: z.number(),
  })
  .meta({ title: 'UsageDay' })

export const storeUsage = z
  .object({
    from: z.string(),
    to: z.string(),
    totals: usageDay.omit({ day: true }),
    days: z.array(usageDay),
  })
  .meta({ title: 'StoreUsage' })

export const installationUsage = z
  .object({
    stores: z.object({ active: z.number(), suspended: z.number(), deleted: z.number() }),
    months: z
      .array(z.object({ month: z.string(), orders: z.number(), stores: z.number() }))
      .meta({ description: 'Orders of each month, and how many stores had any; the newest first' }),
    stored_bytes: z.number().meta({ description: 'Of the pictures of all stores' }),
  })
  .meta({ title: 'Usage' })

const queue = z
  .object({
    name: z.string(),
    waiting: z.number(),
    running: z.number(),
    failed: z.number(),
    oldest_at: z.date().nullable(),
  })
  .meta({ title: 'Queue' })

const counts = z.record(z.string(), z.number())

export const health = z
  .object({
    at: z.date(),
    queues: z.array(queue),
    mails: z.object({
      since: z.date(),
      waiting: z.number(),
      states: counts.meta({
        description: 'Emails created since then, by state; `kept` in the outbox, without a mail server',
      }),
      sends: z.boolean().meta({ description: 'false: there is no mail server, and emails are kept' }),
    }),
    imports: counts.meta({ description: 'Imports by state: unfinished ones, and those of the last day' }),
    backups: z
      .object({
        scheduled: z.boolean(),
        overdue: z.boolean(),
        verify_overdue: z
          .boolean()
          .meta({ description: 'No backup was restored and checked for eight days' }),
        last_success_at: z.date().nullable(),
        last_verified_at: z.date().nullable(),
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why the last backup, or the last check of one, failed' }),
        wal: z
          .object({
            archived_until: z.date().nullable().meta({ description: 'Any moment before can be restored' }),
            late: z.boolean().meta({ description: 'Nothing was archived for ten minutes' }),
            awaits_backup: z.boolean().meta({ description: 'No backup is complete since the archive began' }),
            problem: z.string().nullable(),
          })
          .nullable()
          .meta({ description: 'The archive of the WAL; null while BACKUP_WAL is off' }),
      })
      .meta({ description: 'Of the embedded database' }),
    disk: z
      .object({ free_bytes: z.number(), total_bytes: z.number() })
      .nullable()
      .meta({ description: 'Of the data folder' }),
    database: z.object({ bytes: z.number(), embedded: z.boolean() }),
    versions: z.object({
      realword: z.string(),
      node: z.string(),
      postgresql: z.string(),
      schema: z.number(),
    }),
  })
  .meta({ title: 'Health' })

export const logQuery = z.object({
  before: z.uuid().optional(),
  store_id: z.uuid().optional(),
})

const operation = z
  .object({
    id: z.uuid(),
    at: z.date(),
    by: z.enum(['user', 'key', 'command', 'system']),
    who: z.string().nullable().meta({ description: 'The name of the user or key' }),
    action: z.string(),
    record: z.enum(['store', 'operator', 'key']),
    record_id: z.string(),
    label: z.string().nullable().meta({ description: 'The name of the store, key or user' }),
    fields: z.array(z.string()),
  })
  .meta({ title: 'Operation' })

export const logPage = z.object({ data: z.array(operation), next: z.uuid().nullable() })

export type OperatedStore = z.infer<typeof store>
export type StoreDetail = z.infer<typeof storeDetail>
export type StoreUsage = z.infer<typeof storeUsage>
export type InstallationUsage = z.infer<typeof installationUsage>
export type Health = z.infer<typeof health>
export type NewStore = z.infer<typeof newStore>
export type StorePage = z.infer<typeof storePage>
export type LogPage = z.infer<typeof logPage>
export type CreatedStore = z.infer<typeof createdStore>
