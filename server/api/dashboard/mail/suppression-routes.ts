import { z } from 'zod'
import {
  blockAddress,
  findSuppression,
  liftSuppression,
  listSuppressions,
} from '../../../asking/mail/bounces/suppression-list.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { oneAddress, suppression, suppressionFilter, suppressionPage } from './suppression-schemas.ts'

/** GET /admin/api/stores/{store_id}/mail/suppressions: addresses that receive no email, newest first. */
export function storeSuppressions({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listSuppressions',
      summary: 'Addresses that get no mail, the newest first',
      params: storePath,
      querystring: suppressionFilter,
      response: { 200: suppressionPage },
    },
    handler: async ({ params, query }) => {
      const { reason, after, limit } = query
      return await listSuppressions(database, params.storeId, reason, { after, limit })
    },
  })
}

/** POST /admin/api/stores/{store_id}/mail/suppressions/look: the suppressions of one address. */
export function searchSuppressions({ database, secrets }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'findSuppression',
      summary: 'Why one address gets no mail; empty when it may',
      params: storePath,
      body: oneAddress,
      response: { 200: z.object({ result: z.array(suppression).max(1) }) },
    },
    handler: async ({ params, body }) => {
      const { email } = body
      const found = await findSuppression(database, secrets, params.storeId, email)
      return { result: found ? [found] : [] }
    },
  })
}

/** POST /admin/api/stores/{store_id}/mail/suppressions: suppresses an address at the request of the store. */
export function addSuppression({ database, clock, secrets }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createSuppression',
      summary: 'Write to an address no more',
      params: storePath,
      body: oneAddress,
      response: { 201: suppression },
    },
    handler: async ({ params, body, user }, reply) => {
      const { storeId } = params
      const { email } = body
      const by = byOf(user, clock)
      const made = await database.transaction(tx => blockAddress(tx, secrets, storeId, email, by))
      return reply.status(201).send(made)
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/mail/suppressions/{id}: the address may receive email again. */
export function removeSuppression({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'deleteSuppression',
      summary: 'Write to an address again, where the store may decide that',
      params: storeItemPath,
    },
    handler: async ({ params, user }, reply) => {
      const { storeId, id } = params
      if (!isUuid(id)) throw new ApiError('suppression_unknown')
      const by = byOf(user, clock)
      await database.transaction(tx => liftSuppression(tx, storeId, id, by))
      return reply.status(204).send()
    },
  })
}
