import { z } from 'zod'
import { dayRange } from '../../answers/insights/day-range.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { type LoggedOperation, listOperations } from '../../foundation/events/audit/operator-log.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { storePath } from '../../foundation/http/input/paths.ts'
import { listOperatorKeys } from '../../tenants/accounts/operator-keys.ts'
import { namesOf } from '../../tenants/accounts/users.ts'
import { readHealth } from './health.ts'
import { changeOperatedStore, createOperatedStore, deleteOperatedStore } from './operated-stores.ts'
import {
  createdStore,
  deletedStore,
  health,
  idempotencyHeader,
  installationUsage,
  logPage,
  logQuery,
  newStore,
  storeChange,
  storeDeletion,
  storeDetail,
  storePage,
  storeQuery,
  storeUsage,
} from './operator-schemas.ts'
import { listOperatedStores } from './store-list.ts'
import { readOperatedStore, readStoreUsage, readUsage } from './usage.ts'

// The same routes are at /operator/v1, for keys, and at /admin/api/operator, for signed-in operators.

/** GET …/stores */
export function operatedStores({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listStores',
      summary: 'List the stores of the installation',
      description: 'Those that an operator deleted are listed until their data are gone.',
      querystring: storeQuery,
      response: { 200: storePage },
    },
    handler: async ({ query }) => await listOperatedStores(database, query, clock()),
  })
}

/** POST …/stores */
export function createStoreAsOperator({ database, clock, secrets }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createOperatedStore',
      summary: 'Create a store and invite its owner',
      description: 'Its owner receives an email, if one is named. The keys are in this answer only.',
      headers: idempotencyHeader,
      body: newStore,
      response: { 201: createdStore },
    },
    handler: async ({ body, headers, operator }, reply) => {
      const by = { at: new Date(clock()), actor: operator }
      const key = headers['idempotency-key']
      const given = { database, clock, secrets }
      const made = await createOperatedStore(given, body, by, typeof key === 'string' ? key : undefined)
      return reply.status(201).send(made)
    },
  })
}

/** GET …/stores/{store_id} */
export function operatedStore({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getStore',
      summary: 'Read a store, its limits and their use',
      description: 'Figures only: nothing of its reviews, orders or buyers.',
      params: storePath,
      response: { 200: storeDetail },
    },
    handler: async ({ params }) => await readOperatedStore(database, params.storeId, clock()),
  })
}

/** PATCH …/stores/{store_id} */
export function changeStoreAsOperator({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateStore',
      summary: 'Suspend or activate a store, or change its limits',
      description:
        'A suspended store accepts no orders, answers no reads and sends no emails. A change applies within a second.',
      params: storePath,
      body: storeChange,
      response: { 200: storeDetail },
    },
    handler: async ({ params, body, operator }) => {
      const by = { at: new Date(clock()), actor: operator }
      await changeOperatedStore(database, params.storeId, body, by)
      return await readOperatedStore(database, params.storeId, clock())
    },
  })
}

/** DELETE …/stores/{store_id} */
export function deleteStoreAsOperator({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'deleteStore',
      summary: 'Delete a store: at once for everybody, its data within a day',
      description:
        'Nobody can use it from then on. Its rows and files are deleted within a day, which cannot be undone.',
      params: storePath,
      body: storeDeletion,
      response: { 202: deletedStore },
    },
    handler: async ({ params, body, operator }, reply) => {
      const by = { at: new Date(clock()), actor: operator }
      const deleted = await deleteOperatedStore(database, params.storeId, body.confirm, by)
      return reply.status(202).send(deleted)
    },
  })
}

/** GET …/stores/{store_id}/usage */
export function operatedStoreUsage({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getStoreUsage',
      summary: 'Figures of a store for each day',
      description: 'What began on each day of a range of at most 731 days.',
      params: storePath,
      querystring: dayRange,
      response: { 200: storeUsage },
    },
    handler: async ({ params, query }) => await readStoreUsage(database, params.storeId, query, clock()),
  })
}

/** GET …/usage */
export function usageOfAll({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getUsage',
      summary: 'Figures of the whole installation',
      description: 'The number of stores, the orders of each month, and the bytes of all pictures.',
      response: { 200: installationUsage },
    },
    handler: async () => await readUsage(database),
  })
}

/** GET …/health */
export function healthOfAll({ config, database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getHealth',
      summary: 'Queues, emails, imports, disk and versions',
      description: 'The state of the service, of all stores together.',
      response: { 200: health },
    },
    handler: async () => await readHealth(database, config, new Date(clock())),
  })
}

const perPage = 50

/** GET …/log */
export function operatorsLog({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listOperations',
      summary: 'What operators changed, newest first',
      description: 'Names who changed which fields, never their values.',
      querystring: logQuery,
      response: { 200: logPage },
    },
    handler: async ({ query }) => {
      const { before, store_id: storeId } = query
      const found = await listOperations(database, { before, storeId, limit: perPage })
      return {
        data: await nameOperators(database, found),
        next: found.length === perPage ? (found.at(-1)?.id ?? null) : null,
      }
    },
  })
}

async function nameOperators(db: Connection, operations: LoggedOperation[]) {
  const about = operations.filter(({ record }) => record === 'operator').map(({ record_id }) => record_id)
  const people = await namesOf(db, [...about, ...operations.map(({ actor }) => idOf(actor))])
  const keys = new Map((await listOperatorKeys(db)).map(({ key_id, name }) => [key_id, name]))
  return operations.map(({ actor, ...operation }) => ({
    ...operation,
    by: z.enum(['user', 'key', 'command', 'system']).parse(actor.replace(/ .*/, '')),
    who: people.get(idOf(actor)) ?? keys.get(idOf(actor)) ?? null,
    label: operation.label ?? people.get(operation.record_id) ?? null,
  }))
}

const idOf = (actor: string) => actor.replace(/^\S+ ?/, '')
