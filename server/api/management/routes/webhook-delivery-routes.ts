import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { eventTypes } from '../../../foundation/events/event-types.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { oneOf } from '../../../foundation/http/input/read-query.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { readInstant } from '../../../foundation/lib/time/instant.ts'
import {
  listChangedDeliveries,
  listDeliveries,
  type Replay,
  replayDeliveries,
  testWebhook,
} from '../../../links/webhooks/deliveries.ts'
import { deliveryStates } from '../../../links/webhooks/delivery-states.ts'
import { sampleEvents } from '../../../links/webhooks/event-samples.ts'
import {
  replay,
  sampleEvent,
  shownDelivery,
  wantedTest,
  webhookPath,
} from '../../../links/webhooks/webhook-schemas.ts'
import { readWebhook } from '../../../links/webhooks/webhooks.ts'
import { requireEventScopes } from '../event-scopes.ts'
import { listQuery, pageOf, writePlace } from '../list-query.ts'
import { post } from '../post.ts'

const query = z.object({ ...listQuery(isUuid), state: oneOf(deliveryStates) })

/** GET /manage/v1/webhooks/{id}/deliveries */
export function managedDeliveries({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listDeliveries',
      summary: 'List the deliveries of a webhook',
      description: 'Newest first, of the last 30 days.',
      params: webhookPath,
      querystring: query,
      response: { 200: pageOf(shownDelivery) },
    },
    config: { errors: ['webhook_unknown'] },
    handler: async ({ apiKey, params, query: { limit, cursor: after, updated_since: since, state } }) => {
      requireEventScopes({ apiKey }, (await readWebhook(database, apiKey.storeId, params.id)).events)
      const { deliveries, next } = since
        ? await listChangedDeliveries(database, apiKey.storeId, params.id, { since, after, state, limit })
        : await listDeliveries(database, apiKey.storeId, params.id, { after: after?.id, state, limit })
      return { data: deliveries, next_cursor: next && writePlace(next) }
    },
  })
}

/** POST /manage/v1/webhooks/{id}/test */
export function testManagedWebhook(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'testWebhook',
      summary: 'Send an event about made-up records, also if the webhook does not receive such events',
      description:
        'The answer is its delivery, not sent yet: the list of deliveries has its outcome. At most ten times a minute for a store.',
      params: webhookPath,
      body: wantedTest,
    },
    status: 202,
    answer: shownDelivery,
    idOf: ({ delivery_id }) => delivery_id,
    errors: ['webhook_unknown', 'webhook_disabled'],
    handler: async (tx, { apiKey, params, body }) =>
      await testWebhook(tx, apiKey.storeId, params.id, new Date(deps.clock()), body?.type),
  })
}

/** POST /manage/v1/webhooks/{id}/replay */
export function replayManagedDeliveries(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'replayDeliveries',
      summary: 'Send deliveries again, whatever became of them',
      params: webhookPath,
      body: replay,
    },
    status: 202,
    answer: z.object({ replayed: z.int() }).meta({ title: 'Replay' }),
    errors: ['webhook_unknown', 'webhook_disabled', 'delivery_unknown'],
    handler: async (tx, { apiKey, params, body }) => {
      requireEventScopes({ apiKey }, (await readWebhook(tx, apiKey.storeId, params.id)).events)
      const now = deps.clock()
      const replayed = await replayDeliveries(tx, apiKey.storeId, params.id, wanted(body, now), new Date(now))
      return { replayed }
    },
  })
}

function wanted({ delivery_id, from, to }: z.output<typeof replay>, now: number): Replay {
  if (delivery_id !== undefined) return { deliveryId: delivery_id }
  const end = to === undefined ? now : (readInstant(to) as number)
  return { from: new Date(readInstant(from as string) as number), to: new Date(end) }
}

/** GET /manage/v1/webhook-samples */
export function webhookSamples() {
  return endpoint({
    schema: {
      operationId: 'listWebhookSamples',
      summary: 'Read an event of each kind, with made-up data',
      description:
        'As a webhook receives it: for tools that show the fields of an event before the first one arrives.',
      tags: ['Webhooks'],
      querystring: z.object({ type: oneOf(eventTypes) }),
      response: { 200: z.object({ data: z.array(sampleEvent), next_cursor: z.null() }) },
    },
    handler: async ({ apiKey, query: { type } }) => ({
      data: sampleEvents(apiKey.storeId, type),
      next_cursor: null,
    }),
  })
}
