import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { attemptHeaders } from '../../../links/webhooks/attempt-headers.ts'
import {
  listDeliveries,
  readDelivery,
  replayDeliveries,
  testWebhook,
} from '../../../links/webhooks/deliveries.ts'
import {
  deliveryFilter,
  deliveryPage,
  replayed,
  replayedTime,
  webhookDelivery,
  webhookDeliveryPath,
  webhookPath,
  webhookTest,
  wholeDelivery,
} from './webhook-schemas.ts'

/** GET /admin/api/stores/{store_id}/webhooks/{webhook_id}/deliveries: of 30 days, newest first. */
export function deliveriesOfWebhook({ database }: Pick<Dependencies, 'database'>) {
  return endpoint({
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'What was sent to an endpoint, and what it answered',
      params: webhookPath,
      querystring: deliveryFilter,
      response: { 200: deliveryPage },
    },
    handler: async ({ params, query: { after, state, limit } }) => {
      const { storeId, webhookId } = params
      const page = { after, state, limit }
      const { deliveries, next } = await listDeliveries(database, storeId, webhookId, page)
      return { result: deliveries, next: next?.id ?? null }
    },
  })
}

/** GET /admin/api/stores/{store_id}/webhooks/{webhook_id}/deliveries/{delivery_id} */
export function oneDelivery({ database }: Pick<Dependencies, 'database'>) {
  return endpoint({
    schema: {
      operationId: 'readWebhookDelivery',
      summary: 'A delivery with its request and its answer',
      params: webhookDeliveryPath,
      response: { 200: wholeDelivery },
    },
    handler: async ({ params }) => {
      const { storeId, webhookId, deliveryId } = params
      const { body, last_answer, ...delivery } = await readDelivery(database, storeId, webhookId, deliveryId)
      return { ...delivery, request: { headers: attemptHeaders(delivery), body }, answer: last_answer }
    },
  })
}

/** POST /admin/api/stores/{store_id}/webhooks/{webhook_id}/test */
export function testOneWebhook({ database, clock }: Pick<Dependencies, 'database' | 'clock'>) {
  return endpoint({
    schema: {
      operationId: 'testWebhook',
      summary: 'Send an event about made-up records to an endpoint, also if it does not take such events',
      params: webhookPath,
      body: webhookTest,
      response: { 201: webhookDelivery },
    },
    handler: async ({ params, body }, reply) => {
      const { storeId, webhookId } = params
      const delivery = await database.transaction(tx =>
        testWebhook(tx, storeId, webhookId, new Date(clock()), body.type),
      )
      return reply.status(201).send(delivery)
    },
  })
}

/** POST /admin/api/stores/{store_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/replay */
export function replayOneDelivery({ database, clock }: Pick<Dependencies, 'database' | 'clock'>) {
  return endpoint({
    schema: {
      operationId: 'replayWebhookDelivery',
      summary: 'Send a delivery again, with the same id',
      params: webhookDeliveryPath,
    },
    handler: async ({ params }, reply) => {
      const { storeId, webhookId, deliveryId } = params
      const at = new Date(clock())
      await database.transaction(tx => replayDeliveries(tx, storeId, webhookId, { deliveryId }, at))
      return reply.status(204).send()
    },
  })
}

/** POST /admin/api/stores/{store_id}/webhooks/{webhook_id}/replay */
export function replayTime({ database, clock }: Pick<Dependencies, 'database' | 'clock'>) {
  return endpoint({
    schema: {
      operationId: 'replayWebhookDeliveries',
      summary: 'Send the deliveries of the events of a time again, with the same ids',
      params: webhookPath,
      body: replayedTime,
      response: { 200: replayed },
    },
    handler: async ({ params, body }) => {
      const { storeId, webhookId } = params
      const which = { from: new Date(body.from), to: new Date(body.to) }
      const at = new Date(clock())
      return {
        replayed: await database.transaction(tx => replayDeliveries(tx, storeId, webhookId, which, at)),
      }
    },
  })
}
