import type { Dependencies } from '../../dependencies.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { newStore, newStoreKeys } from './account-schemas.ts'
import { makeStore } from './store-makers.ts'

/** POST /admin/api/stores: a further store, for users who may make them. Its first API key is in this answer only. */
export function createMyStore({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createStore',
      summary: 'Make a further store',
      body: newStore,
      response: { 201: newStoreKeys },
    },
    handler: async ({ body, user }, reply) =>
      reply.status(201).send(await makeStore(database, clock, user.id, body)),
  })
}
