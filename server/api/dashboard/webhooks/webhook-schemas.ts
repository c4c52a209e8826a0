import { z } from 'zod'
import { eventTypes } from '../../../foundation/events/event-types.ts'
import { oneOf, timestamp } from '../../../foundation/http/input/fields.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import * as query from '../../../foundation/http/input/read-query.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { deliveryStates } from '../../../links/webhooks/delivery-states.ts'
import { shownDelivery, shownWebhook } from '../../../links/webhooks/webhook-schemas.ts'

/** The webhooks of the dashboard, which reads these types. */

export const webhookPath = storePath.extend({
  webhookId: z.string().transform(storable).meta({ description: 'The id of the webhook' }),
})

export const webhookDeliveryPath = webhookPath.extend({
  deliveryId: z.string().meta({ format: 'uuid', description: 'The id of the delivery' }),
})

/** Titled apart from deliveries of emails. */
export const webhookDelivery = shownDelivery.meta({ title: 'WebhookDelivery' })

const newestDelivery = shownDelivery.pick({
  ...{ delivery_id: true, type: true, at: true, state: true },
  ...{ attempts: true, last_at: true, last_status: true, last_error: true },
})

export const webhookList = z.object({
  result: z.array(shownWebhook.extend({ last_delivery: newestDelivery.nullable() })),
})

export type ShownWebhooks = z.infer<typeof webhookList>

export const webhookWithSecret = z
  .object({
    webhook: shownWebhook,
    secret: z.string().meta({ description: 'It is returned this once' }),
  })
  .meta({ title: 'WebhookWithSecret' })

export type WebhookWithSecret = z.infer<typeof webhookWithSecret>

/** Which event is sent. Its records are made up. */
export const webhookTest = z.strictObject({ type: oneOf(eventTypes) })

export const deliveryFilter = z.object({
  after: z.uuid().optional(),
  state: query.oneOf(deliveryStates),
  limit: query.pageLimit(30),
})

export const deliveryPage = z
  .object({ result: z.array(webhookDelivery), next: z.string().nullable() })
  .meta({ title: 'WebhookDeliveries' })

export type DeliveryPage = z.infer<typeof deliveryPage>

export const wholeDelivery = shownDelivery
  .extend({
    request: z.object({
      headers: z
        .record(z.string(), z.string())
        .nullable()
        .meta({ description: 'Of the newest attempt, without its signature, which is not kept' }),
      body: z.string(),
    }),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of the answer, or what the system said' }),
  })
  .meta({ title: 'WholeWebhookDelivery' })

export type WholeDelivery = z.infer<typeof wholeDelivery>

/** Events of a time, which begins at `from` and ends before `to`. */
export const replayedTime = z.strictObject({ from: timestamp, to: timestamp })

export const replayed = z.object({ replayed: z.int() })
