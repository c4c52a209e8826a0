import type { Dependencies } from '../../../dependencies.ts'
import { egressOf } from '../../../foundation/http/egress.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { addTarget, changeTarget, listTargets, removeTarget } from '../../../links/notices/targets.ts'
import { testTarget } from '../../../links/notices/test-target.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { readChoice, saveChoice } from '../../../tenants/notices/subscriptions.ts'
import {
  choice,
  newChoice,
  newTarget,
  target,
  targetChange,
  targetList,
  targetPath,
  testResult,
} from './notification-schemas.ts'

/** GET /admin/api/stores/{store_id}/notifications: without secret addresses. */
export function storeTargets({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listNotificationTargets',
      summary: 'Where notifications of the store are sent, and how they fare',
      params: storePath,
      response: { 200: targetList },
    },
    handler: async ({ params }) => ({ result: await listTargets(database, params.storeId) }),
  })
}

/** POST /admin/api/stores/{store_id}/notifications */
export function addOneTarget({ database, secrets, config, allowedNetworks, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'addNotificationTarget',
      summary: 'Notify an email address, or a chat by the address of its webhook',
      params: storePath,
      body: newTarget,
      response: { 201: target },
    },
    handler: async ({ params, body, user }, reply) => {
      const context = { secrets, egress: egressOf(config, allowedNetworks), by: byOf(user, clock) }
      const added = await database.transaction(tx => addTarget(tx, params.storeId, body, context))
      return reply.status(201).send(added)
    },
  })
}

/** PATCH /admin/api/stores/{store_id}/notifications/{target_id} */
export function changeOneTarget({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'changeNotificationTarget',
      summary: 'Change what a target is notified of, or turn it off or on',
      params: targetPath,
      body: targetChange,
      response: { 200: target },
    },
    handler: async ({ params, body, user }) => {
      const { storeId, targetId } = params
      return await database.transaction(tx => changeTarget(tx, storeId, targetId, body, byOf(user, clock)))
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/notifications/{target_id} */
export function removeOneTarget({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'removeNotificationTarget',
      summary: 'Remove a target with the messages that wait for it',
      params: targetPath,
    },
    handler: async ({ params, user }, reply) => {
      const { storeId, targetId } = params
      await database.transaction(tx => removeTarget(tx, storeId, targetId, byOf(user, clock)))
      return reply.status(204).send()
    },
  })
}

/** POST /admin/api/stores/{store_id}/notifications/{target_id}/test */
export function testOneTarget({
  database,
  secrets,
  config,
  allowedNetworks,
  clock,
  publicUrl,
}: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'testNotificationTarget',
      summary: 'Send a test message, and report what the chat answers',
      params: targetPath,
      response: { 200: testResult },
    },
    handler: async ({ params }) => {
      const egress = egressOf(config, allowedNetworks)
      const sending = { database, secrets, clock, egress, address: publicUrl }
      return await testTarget(sending, params.storeId, params.targetId)
    },
  })
}

/** GET /admin/api/stores/{store_id}/notifications/mine */
export function myChoice({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'readMyNotifications',
      summary: 'What the signed-in member is notified of by email',
      params: storePath,
      response: { 200: choice },
    },
    handler: async ({ params, user }) => await readChoice(database, params.storeId, user.id),
  })
}

/** PUT /admin/api/stores/{store_id}/notifications/mine */
export function changeMyChoice({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'changeMyNotifications',
      summary: 'Choose what the signed-in member is notified of by email; no kinds: nothing',
      params: storePath,
      body: newChoice,
      response: { 200: choice },
    },
    handler: async ({ params, body, user }) =>
      await database.transaction(async tx => {
        await saveChoice(tx, params.storeId, user.id, { ...body, at: new Date(clock()) })
        return await readChoice(tx, params.storeId, user.id)
      }),
  })
}
