import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { egressOf } from '../../../foundation/http/egress.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { listNewestDeliveries } from '../../../links/webhooks/newest-deliveries.ts'
import { shortenAddress } from '../../../links/webhooks/webhook-address.ts'
import { newWebhook, shownWebhook, webhookChange } from '../../../links/webhooks/webhook-schemas.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhook,
  type WebhookContext,
} from '../../../links/webhooks/webhooks.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { webhookList, webhookPath, webhookWithSecret } from './webhook-schemas.ts'

/** GET /admin/api/stores/{store_id}/webhooks: the endpoints, newest first, without their secrets. */
export function storeWebhooks({ database }: Pick<Dependencies, 'database'>) {
  return endpoint({
    schema: {
      operationId: 'listWebhooks',
      summary: 'Addresses that receive what happens in the store, and how they fare',
      description: 'Owners see whole addresses; others see them without the query and most of the path.',
      params: storePath,
      response: { 200: webhookList },
    },
    handler: async ({ params, role }) => {
      const [webhooks, newest] = await Promise.all([
        listWebhooks(database, params.storeId),
        listNewestDeliveries(database, params.storeId),
      ])
      return {
        result: webhooks.map(webhook => ({
          ...webhook,
          url: role === 'owner' ? webhook.url : shortenAddress(webhook.url),
          last_delivery: newest.get(webhook.webhook_id) ?? null,
        })),
      }
    },
  })
}

/** POST /admin/api/stores/{store_id}/webhooks */
export function addWebhook({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createWebhook',
      summary: 'Add an endpoint; its secret is returned this once',
      params: storePath,
      body: newWebhook,
      response: { 201: webhookWithSecret },
    },
    handler: async ({ params, body, user }, reply) => {
      const context = contextOf(dependencies, user)
      const { secret, ...webhook } = await database.transaction(tx =>
        createWebhook(tx, params.storeId, body, context),
      )
      return reply.status(201).send({ webhook, secret })
    },
  })
}

/** PATCH /admin/api/stores/{store_id}/webhooks/{webhook_id} */
export function changeOneWebhook({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'changeWebhook',
      summary: 'Change the address or the events of an endpoint, disable it, or activate it again',
      params: webhookPath,
      body: webhookChange,
      response: { 200: shownWebhook },
    },
    handler: async ({ params, body, user }) => {
      const context = contextOf(dependencies, user)
      const { storeId, webhookId } = params
      return await database.transaction(tx => changeWebhook(tx, storeId, webhookId, body, context))
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/webhooks/{webhook_id}: with its deliveries. */
export function removeWebhook({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete an endpoint and its deliveries',
      params: webhookPath,
    },
    handler: async ({ params, user }, reply) => {
      const { storeId, webhookId } = params
      const isDeleted = await database.transaction(tx =>
        deleteWebhook(tx, storeId, webhookId, byOf(user, clock)),
      )
      if (!isDeleted) throw new ApiError('webhook_unknown')
      return reply.status(204).send()
    },
  })
}

/** POST /admin/api/stores/{store_id}/webhooks/{webhook_id}/secret */
export function makeNewSigningSecret({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Make a new secret, which is returned this once; the former one signs too for 24 hours',
      params: webhookPath,
      response: { 200: webhookWithSecret },
    },
    handler: async ({ params, user }) => {
      const context = contextOf(dependencies, user)
      const { storeId, webhookId } = params
      const { secret, ...webhook } = await database.transaction(tx =>
        rotateWebhook(tx, storeId, webhookId, context),
      )
      return { webhook, secret }
    },
  })
}

function contextOf(
  {
    secrets,
    config,
    allowedNetworks,
    clock,
  }: Pick<Dependencies, 'secrets' | 'config' | 'allowedNetworks' | 'clock'>,
  person: { id: string },
): WebhookContext {
  return { secrets, egress: egressOf(config, allowedNetworks), by: byOf(person, clock) }
}
