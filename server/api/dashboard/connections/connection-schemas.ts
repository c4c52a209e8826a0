import { z } from 'zod'
import { oneOf, text, timestamp } from '../../../foundation/http/input/fields.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import * as query from '../../../foundation/http/input/read-query.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { platformNames, shopMailStates } from '../../../links/connections/platform.ts'

/** The connections of the dashboard, which reads these types. */

export const connectionPath = storePath.extend({
  connectionId: z.string().transform(storable).meta({ description: 'The id of the connection' }),
})

/** A name of `locales/shops/` with the values of its text. */
const sentence = z.object({ name: z.string(), values: z.record(z.string(), z.any()).optional() })

const mend = sentence.optional().meta({ description: 'What to do about a problem' })

const problem = z.object({ what: sentence, mend, at: z.date() })

export const shownConnection = z
  .object({
    connection_id: z.string(),
    platform: z.enum(platformNames),
    name: z.string(),
    state: z.enum(['incomplete', 'active', 'paused']),
    why: sentence.nullable().meta({ description: 'Why it is paused' }),
    webhook_url: z.string().meta({ description: 'Where the shop sends its webhooks' }),
    has: z
      .object({ url: z.boolean(), key: z.boolean(), secret: z.boolean(), token: z.boolean() })
      .meta({ description: 'Which credentials are stored; none is ever returned' }),
    url: z.string().nullable(),
    options: z.record(z.string(), z.string()),
    missing: z.array(z.string()).meta({
      description: 'What it needs before orders are scheduled: url, key, secret, token, or options',
    }),
    created_at: z.date(),
    last_event_at: z.date().nullable(),
    last_error: problem.nullable(),
    shop_mails: z
      .object({ state: z.enum(shopMailStates), at: z.date() })
      .nullable()
      .meta({ description: 'Whether the shop sends review emails of its own, when that was last checked' }),
    waiting_events: z.int(),
    failed_events: z.int(),
    backfill: z
      .object({
        cursor: z.string().nullable(),
        running: z.boolean(),
        last_at: z.date().nullable(),
        next_at: z.date().nullable(),
      })
      .nullable()
      .meta({ description: 'Null: this platform has no API for it' }),
    can: z.object({ test: z.boolean(), repair: z.boolean(), backfill: z.boolean() }),
  })
  .meta({ title: 'Connection' })

export type ShownConnection = z.infer<typeof shownConnection>

export const connectionList = z.object({ result: z.array(shownConnection) })

export const addedConnection = z
  .object({
    connection: shownConnection,
    secret: z
      .string()
      .nullable()
      .meta({ description: 'The secret that was made here, this once; null if one was given' }),
  })
  .meta({ title: 'AddedConnection' })

export type AddedConnection = z.infer<typeof addedConnection>

export const madeSecret = z.object({ secret: z.string() })

const name = text(100)

/** An empty text removes a field. */
const settings = {
  url: text(2048).optional(),
  key: text(1024).optional(),
  secret: text(1024).optional(),
  token: text(4096).optional(),
  options: z.record(z.string().max(50), text(8192)).optional(),
}

export const newConnection = z.strictObject({
  platform: oneOf(platformNames),
  name: name.optional(),
  ...settings,
})

export const connectionChange = z.strictObject({ name: name.optional(), ...settings })

/** What the shop's system put into the address of the page that it opened after the installation. */
export const authorization = z.strictObject({ code: text(1024, 1) })

const finding = z.object({
  ok: z.boolean(),
  what: sentence,
  mend,
})

export const findings = z.object({ findings: z.array(finding) }).meta({ title: 'ShopFindings' })

export type Findings = z.infer<typeof findings>

/** Orders that the shop changed since this instant. */
export const backfillStart = z.strictObject({ from: timestamp })

export const eventFilter = z.object({
  after: z.uuid().optional(),
  state: query.oneOf(['waiting', 'done', 'failed']),
  limit: query.pageLimit(50),
})

const loggedEvent = z.object({
  event_id: z.uuid(),
  topic: z.string(),
  subject: z.string().nullable().meta({ description: 'The id of the order or product' }),
  received_at: z.date(),
  state: z.enum(['waiting', 'done', 'failed']),
  result: z
    .object({ what: z.array(sentence), mend })
    .nullable()
    .meta({ description: 'What became of it' }),
  attempts: z.int(),
  next_at: z.date().nullable(),
  can_retry: z.boolean(),
})

export const eventPage = z
  .object({ result: z.array(loggedEvent), next: z.string().nullable() })
  .meta({ title: 'ConnectionEvents' })

export type EventPage = z.infer<typeof eventPage>

export const retried = z.object({ retried: z.int() })

export const mappingTrial = z.strictObject({
  options: z.record(z.string().max(50), text(8192)),
  sample: text(200_000, 1),
})

export const mappedOrders = z
  .object({
    orders: z.array(
      z.object({
        order_id: z.string(),
        ordered_at: z.date(),
        customer_name: z.string(),
        customer_email: z.string().nullable(),
        is_cancelled: z.boolean(),
        products: z.array(
          z.object({
            product_id: z.string(),
            name: z.string(),
            shipped_at: z.date().nullable(),
            delivered_at: z.date().nullable(),
            is_returned: z.boolean(),
          }),
        ),
      }),
    ),
    problems: z.array(sentence),
  })
  .meta({ title: 'MappedOrders' })

export type MappedOrders = z.infer<typeof mappedOrders>
