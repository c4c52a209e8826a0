import { z } from 'zod'
import { eventTypes } from '../../foundation/events/event-types.ts'
import { instant, list, oneOf } from '../../foundation/http/input/fields.ts'
import { deliveryStates } from './delivery-states.ts'
import { refusals } from './refusals.ts'

const longestUrl = 2048

// Also the verbs refuse such an address; here it is refused before the webhook is looked up.
const url = z
  .string()
  .check(({ value, issues }) => {
    if (value.length <= longestUrl && /^\s*https?:/i.test(value)) return
    issues.push({ code: 'custom', message: 'refused', params: { values: [refusals.address] }, input: value })
  })
  .meta({
    maxLength: longestUrl,
    pattern: '^[hH][tT]{2}[pP][sS]?:',
    description: 'Begins with https://. Plain http is for networks that the operator allows',
  })

const events = list(oneOf(eventTypes), 0, eventTypes.length).meta({
  description: 'The events that it receives; empty: all of them',
})

export const newWebhook = z
  .strictObject({ url, events: events.default([]) })
  .meta({ examples: [{ url: 'https://hooks.example/reviews', events: ['review.published'] }] })

export const webhookChange = z
  .strictObject({
    url,
    events,
    state: oneOf(['active', 'disabled']).meta({
      description: 'Active again, it receives what waited since it was disabled',
    }),
  })
  .partial()
  .meta({ examples: [{ state: 'active' }] })

export const webhookPath = z.object({ id: z.string() })

/** An endpoint, without its secret. */
export const shownWebhook = z
  .object({
    webhook_id: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventTypes)).meta({ description: 'Empty: all of them' }),
    state: z.enum(['active', 'disabled']),
    disabled_why: z.enum(['gone', 'failing', 'member']).nullable().meta({
      description:
        '`gone`: it answered 410; `failing`: nothing but failures for 120 hours; `member`: somebody disabled it',
    }),
    created_at: z.date(),
    created_by_key: z.uuid().nullable().meta({
      description:
        'The key of the management API that made it, which may be revoked since; null: a person did',
    }),
    previous_until: z
      .date()
      .nullable()
      .meta({ description: 'Until then, the secret before the last rotation signs too' }),
    failing_since: z.date().nullable(),
    last_success_at: z.date().nullable(),
    waiting: z.int().meta({ description: 'Deliveries that wait, also for another attempt' }),
  })
  .meta({ title: 'Webhook' })

/** `secret` is returned only here. */
export const madeWebhook = z
  .object({ ...shownWebhook.shape, secret: z.string() })
  .meta({ title: 'CreatedWebhook' })

export const shownDelivery = z
  .object({
    delivery_id: z.uuid(),
    event_id: z.uuid().meta({ description: 'The `webhook-id` of its requests: the same in every attempt' }),
    type: z.enum(eventTypes),
    at: z.date().meta({ description: 'When it happened' }),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    next_at: z.date().nullable(),
    last_at: z.date().nullable(),
    last_ms: z.int().nullable().meta({ description: 'How long the newest attempt took' }),
    last_status: z.int().nullable(),
    last_error: z.string().nullable().meta({ description: 'Why there was no answer' }),
  })
  .meta({ title: 'Delivery' })

/** Which event is sent. Its records are made up. */
export const wantedTest = z
  .strictObject({ type: oneOf(eventTypes).optional() })
  .optional()
  .meta({
    examples: [{ type: 'review.published' }],
    description: 'Without it, or without `type`, the event is endpoint.test',
  })

export const replay = z
  .strictObject({ delivery_id: z.uuid().optional(), from: instant.optional(), to: instant.optional() })
  .check(({ value, issues }) => {
    const of = (message: string, path: string, values: string[]) =>
      issues.push({ code: 'custom', message, params: { values }, path: [path], input: value })
    const { delivery_id, from, to } = value
    if (delivery_id === undefined && from === undefined) of('either', 'delivery_id', ['delivery_id', 'from'])
    else if (delivery_id !== undefined && (from ?? to) !== undefined)
      of('not_both', 'delivery_id', ['delivery_id', 'from'])
  })
  .meta({
    examples: [{ from: '2026-11-22T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z' }],
    description:
      'One delivery, or those of the events from `from` until before `to`, which is now if it is left out',
  })

export const sampleEvent = z
  .object({
    type: z.enum(eventTypes),
    timestamp: z.string().meta({ format: 'date-time' }),
    data: z.looseObject({ store_id: z.uuid() }),
  })
  .meta({ title: 'Event' })
