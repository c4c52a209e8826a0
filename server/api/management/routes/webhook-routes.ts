import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { egressOf } from '../../../foundation/http/egress.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeOfScopedId } from '../../../foundation/lib/ids/scoped-id.ts'
import {
  madeWebhook,
  newWebhook,
  shownWebhook,
  webhookChange,
  webhookPath,
} from '../../../links/webhooks/webhook-schemas.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhook,
  type Webhook,
  type WebhookContext,
} from '../../../links/webhooks/webhooks.ts'
import { byProgram } from '../by-program.ts'
import { etagOf, requireMatch } from '../etags.ts'
import { requireEventScopes } from '../event-scopes.ts'
import { updatedSince } from '../list-query.ts'
import { post } from '../post.ts'

/** GET /manage/v1/webhooks: all of them, since a store has at most 20. */
export function managedWebhooks({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listWebhooks',
      summary: 'List the webhooks',
      description: 'Newest first, on one page: a store has at most 20.',
      querystring: z.object({ updated_since: updatedSince }),
      response: { 200: z.object({ data: z.array(shownWebhook), next_cursor: z.null() }) },
    },
    handler: async ({ apiKey, query }) => ({
      data: await listWebhooks(database, apiKey.storeId, query.updated_since),
      next_cursor: null,
    }),
  })
}

const eventScopes =
  'The key also needs the scopes of what the events report: `reviews:read` for those of reviews, `questions:read`, and `orders:read` for those of orders and requests. A webhook of all events needs the three.'

/** POST /manage/v1/webhooks */
export function createManagedWebhook(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'createWebhook',
      summary: 'Subscribe to events; the secret is returned only here',
      description: eventScopes,
      body: newWebhook,
    },
    status: 201,
    answer: madeWebhook,
    idOf: ({ webhook_id }) => webhook_id,
    errors: ['settings_invalid'],
    isSecret: true,
    handler: async (tx, { apiKey, body }) => {
      requireEventScopes({ apiKey }, body.events)
      return await createWebhook(tx, apiKey.storeId, body, { ...contextOf(deps), byKey: apiKey.keyId })
    },
  })
}

/** GET /manage/v1/webhooks/{id} */
export function managedWebhook({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getWebhook',
      summary: 'Read a webhook',
      params: webhookPath,
      response: { 200: shownWebhook },
    },
    config: { errors: ['webhook_unknown'] },
    handler: async ({ apiKey, params }, reply) => {
      const webhook = await readWebhook(database, apiKey.storeId, params.id)
      return reply.header('etag', etagOf(settingsOf(webhook))).send(webhook)
    },
  })
}

/** PATCH /manage/v1/webhooks/{id} */
export function changeManagedWebhook(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateWebhook',
      summary: 'Change a webhook, or activate one that was disabled',
      description: eventScopes,
      params: webhookPath,
      body: webhookChange,
      response: { 200: shownWebhook },
    },
    config: { errors: ['webhook_unknown', 'settings_invalid', 'body_stale'] },
    handler: async (request, reply) => {
      const { apiKey, params, body } = request
      const { storeId } = apiKey
      const changed = await deps.database.transaction(async tx => {
        await requireMatch(request, () => locked(tx, storeId, params.id))
        if (body.url !== undefined || body.events !== undefined) {
          const { events } = await readWebhook(tx, storeId, params.id, true)
          requireEventScopes(request, body.events ?? events)
        }
        return await changeWebhook(tx, storeId, params.id, body, contextOf(deps))
      })
      return reply.header('etag', etagOf(settingsOf(changed))).send(changed)
    },
  })
}

/** DELETE /manage/v1/webhooks/{id} */
export function deleteManagedWebhook({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Unsubscribe: delete a webhook with its deliveries',
      description: 'Repeating it changes nothing.',
      params: webhookPath,
      response: { 204: z.null().meta({ description: 'The webhook is deleted' }) },
    },
    config: { errors: ['webhook_unknown', 'body_stale'] },
    handler: async (request, reply) => {
      const { apiKey, params } = request
      const { storeId } = apiKey
      // An id of the store whose webhook is gone is no error; one of another store, or none at all, is.
      if (storeOfScopedId(params.id) !== storeId) throw new ApiError('webhook_unknown')
      await database.transaction(async tx => {
        await requireMatch(request, () => locked(tx, storeId, params.id))
        await deleteWebhook(tx, storeId, params.id, byProgram(clock))
      })
      return reply.status(204).send()
    },
  })
}

/** POST /manage/v1/webhooks/{id}/rotate */
export function rotateManagedWebhook(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'rotateWebhook',
      summary: 'Make a new secret, which is returned only here',
      description:
        'For 24 hours the former secret signs too. Rotating again within 24 hours ends the former secret at once.',
      params: webhookPath,
    },
    status: 200,
    answer: madeWebhook,
    idOf: ({ webhook_id }) => webhook_id,
    errors: ['webhook_unknown', 'body_stale'],
    isSecret: true,
    handler: async (tx, request) => {
      const { storeId } = request.apiKey
      const { id } = request.params
      await requireMatch(request, () => locked(tx, storeId, id))
      return await rotateWebhook(tx, storeId, id, contextOf(deps))
    },
  })
}

/** What an ETag is of: deliveries change the rest all the time. */
function settingsOf({ webhook_id, url, events, state, disabled_why, previous_until }: Webhook) {
  return { webhook_id, url, events, state, disabled_why, previous_until }
}

async function locked(tx: Connection, storeId: string, webhookId: string): Promise<object> {
  return settingsOf(await readWebhook(tx, storeId, webhookId, true))
}

function contextOf({ config, allowedNetworks, secrets, clock }: Dependencies): WebhookContext {
  return { secrets, egress: egressOf(config, allowedNetworks), by: byProgram(clock) }
}
