import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { egressOf } from '../../../foundation/http/egress.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { authorizeConnection } from '../../../links/connections/authorize-connection.ts'
import { startBackfill } from '../../../links/connections/backfill/backfill.ts'
import { checkConnection } from '../../../links/connections/check-connection.ts'
import { type ConnectionContext, listConnections } from '../../../links/connections/connection-list.ts'
import {
  addConnection,
  changeConnection,
  pauseConnection,
  removeConnection,
  renewSecret,
  resumeConnection,
} from '../../../links/connections/connections.ts'
import { sentence } from '../../../links/connections/sentences.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import {
  addedConnection,
  authorization,
  backfillStart,
  connectionChange,
  connectionList,
  connectionPath,
  findings,
  madeSecret,
  newConnection,
  shownConnection,
} from './connection-schemas.ts'

/** GET /admin/api/stores/{store_id}/connections: the connections, oldest first, without keys and secrets. */
export function storeConnections({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listConnections',
      summary: 'Shops that send their orders, and how they fare',
      params: storePath,
      response: { 200: connectionList },
    },
    handler: async ({ params }) => ({
      result: await listConnections(database, params.storeId, contextOf(dependencies)),
    }),
  })
}

/** POST /admin/api/stores/{store_id}/connections: contacts nobody. */
export function addOneConnection({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'addConnection',
      summary: 'Connect a shop; a secret that is made here is returned this once',
      params: storePath,
      body: newConnection,
      response: { 201: addedConnection },
    },
    handler: async ({ params, body, user }, reply) => {
      const context = contextOf(dependencies, user)
      const { connection, secret } = await database.transaction(tx =>
        addConnection(tx, params.storeId, body, context),
      )
      return reply.status(201).send({ connection, secret: secret ?? null })
    },
  })
}

/** PATCH /admin/api/stores/{store_id}/connections/{connection_id} */
export function changeOneConnection({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'changeConnection',
      summary: 'Change the address, keys or options of a connection; an empty text removes one',
      params: connectionPath,
      body: connectionChange,
      response: { 200: shownConnection },
    },
    handler: async ({ params, body, user }) => {
      const context = contextOf(dependencies, user)
      return await database.transaction(tx =>
        changeConnection(tx, params.storeId, params.connectionId, body, context),
      )
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/connections/{connection_id}: with its log; orders stay. */
export function removeOneConnection({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'removeConnection',
      summary: 'Delete a connection and its log; its orders stay',
      params: connectionPath,
    },
    handler: async ({ params, user }, reply) => {
      const { storeId, connectionId } = params
      await database.transaction(tx => removeConnection(tx, storeId, connectionId, byOf(user, clock)))
      return reply.status(204).send()
    },
  })
}

/** POST /admin/api/stores/{store_id}/connections/{connection_id}/secret */
export function makeNewSecret({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'renewConnectionSecret',
      summary: 'Replace the secret that was made here; the new one is returned this once',
      params: connectionPath,
      response: { 200: madeSecret },
    },
    handler: async ({ params, user }) => {
      const context = contextOf(dependencies, user)
      const { storeId, connectionId } = params
      return { secret: await database.transaction(tx => renewSecret(tx, storeId, connectionId, context)) }
    },
  })
}

/** POST /admin/api/stores/{store_id}/connections/{connection_id}/authorization */
export function authorizeOneConnection({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'authorizeConnection',
      summary: "Exchange an installed app's code for the token of its shop, which is stored and not returned",
      params: connectionPath,
      body: authorization,
      response: { 200: shownConnection },
    },
    handler: async ({ params, body, user }) => {
      const context = { ...contextOf(dependencies, user), allowedNetworks: networksOf(dependencies) }
      const { storeId, connectionId } = params
      return await authorizeConnection(database, storeId, connectionId, body.code, context)
    },
  })
}

/** POST /admin/api/stores/{store_id}/connections/{connection_id}/pause */
export function pauseOneConnection({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'pauseConnection',
      summary: 'Keep what the shop sends, and do nothing with it',
      params: connectionPath,
    },
    handler: async ({ params, user }, reply) => {
      const { storeId, connectionId } = params
      await database.transaction(tx =>
        pauseConnection(tx, storeId, connectionId, sentence('pausedByMember'), byOf(user, clock)),
      )
      return reply.status(204).send()
    },
  })
}

/** POST /admin/api/stores/{store_id}/connections/{connection_id}/resume */
export function resumeOneConnection({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'resumeConnection',
      summary: 'Work through what a paused connection kept',
      params: connectionPath,
      response: { 200: shownConnection },
    },
    handler: async ({ params, user }) => {
      const context = contextOf(dependencies, user)
      const { storeId, connectionId } = params
      return await database.transaction(tx => resumeConnection(tx, storeId, connectionId, context))
    },
  })
}

/** POST /admin/api/stores/{store_id}/connections/{connection_id}/backfill */
export function fetchOrders({ database, ...dependencies }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'fetchOrders',
      summary: 'Fetch the orders that the shop changed since an instant, in the background',
      params: connectionPath,
      body: backfillStart,
    },
    handler: async ({ params, body, user }, reply) => {
      const { storeId, connectionId } = params
      const start = { ...contextOf(dependencies, user), from: new Date(body.from) }
      await database.transaction(tx => startBackfill(tx, storeId, connectionId, start))
      return reply.status(204).send()
    },
  })
}

/** POST /admin/api/stores/{store_id}/connections/{connection_id}/test: changes nothing in the shop. */
export function testConnection(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'testConnection',
      summary: "Read the shop's API and its webhooks, and say what was seen",
      params: connectionPath,
      response: { 200: findings },
    },
    handler: check(dependencies, 'test'),
  })
}

/** POST /admin/api/stores/{store_id}/connections/{connection_id}/repair */
export function repairConnection(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'repairConnection',
      summary: "Create or activate the shop's webhooks, and say what was done",
      params: connectionPath,
      response: { 200: findings },
    },
    handler: check(dependencies, 'repair'),
  })
}

function check({ database, ...dependencies }: Dependencies, what: 'test' | 'repair') {
  return async ({
    params,
    user,
  }: Pick<FastifyRequest, 'user'> & { params: z.infer<typeof connectionPath> }) => {
    const context = { ...contextOf(dependencies, user), allowedNetworks: networksOf(dependencies) }
    const { storeId, connectionId } = params
    return { findings: await checkConnection(database, storeId, connectionId, what, context) }
  }
}

/** The private networks in which a shop may be. */
function networksOf({ config, allowedNetworks }: Pick<Dependencies, 'config' | 'allowedNetworks'>): string[] {
  return [...egressOf(config, allowedNetworks).allow]
}

function contextOf(
  { secrets, publicUrl, clock }: Pick<Dependencies, 'secrets' | 'publicUrl' | 'clock'>,
  person?: { id: string },
): ConnectionContext {
  const context = { secrets, address: publicUrl(), now: clock() }
  return person ? { ...context, actor: `user ${person.id}` } : context
}
