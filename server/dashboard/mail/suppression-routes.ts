import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { byOf } from '../../accounts/actors.ts'
import type { StorePath } from '../../accounts/guards.ts'
import type { Dependencies } from '../../dependencies.ts'
import { ApiError } from '../../errors/errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import {
  blockAddress,
  findSuppression,
  liftSuppression,
  listSuppressions,
} from '../../mail/bounces/suppression-list.ts'
import { oneAddress, suppression, suppressionFilter, suppressionPage } from './suppression-schemas.ts'

/** GET /admin/api/stores/{store_id}/mail/suppressions: who gets no mail, the newest first. */
export function storeSuppressions({ database }: Dependencies) {
  return {
    schema: {
      summary: 'Addresses that get no mail, the newest first',
      querystring: suppressionFilter,
      response: { 200: suppressionPage },
    },
    handler: async ({ params, query }: FastifyRequest) => {
      const { reason, after, limit } = query as z.infer<typeof suppressionFilter>
      return await listSuppressions(database, (params as StorePath).storeId, reason, { after, limit })
    },
  }
}

/** POST /admin/api/stores/{store_id}/mail/suppressions/look: one address. */
export function searchSuppressions({ database, secrets }: Dependencies) {
  return {
    schema: {
      summary: 'Why one address gets no mail; empty when it may',
      body: oneAddress,
      response: { 200: z.object({ result: z.array(suppression).max(1) }) },
    },
    handler: async ({ params, body }: FastifyRequest) => {
      const { email } = body as z.infer<typeof oneAddress>
      const found = await findSuppression(database, secrets, (params as StorePath).storeId, email)
      return { result: found ? [found] : [] }
    },
  }
}

/** POST /admin/api/stores/{store_id}/mail/suppressions: an address the store does not want to write to. */
export function addSuppression({ database, clock, secrets }: Dependencies) {
  return {
    schema: {
      summary: 'Write to an address no more',
      body: oneAddress,
      response: { 201: suppression },
    },
    handler: async ({ params, body, person }: FastifyRequest, reply: FastifyReply) => {
      const { storeId } = params as StorePath
      const { email } = body as z.infer<typeof oneAddress>
      const by = byOf(person, clock)
      const made = await database.transaction(tx => blockAddress(tx, secrets, storeId, email, by))
      return reply.status(201).send(made)
    },
  }
}

/** DELETE /admin/api/stores/{store_id}/mail/suppressions/{id}: the address may get mail again. */
export function removeSuppression({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Write to an address again, where the store may decide that' },
    handler: async ({ params, person }: FastifyRequest, reply: FastifyReply) => {
      const { storeId, id } = params as StorePath & { id: string }
      if (!isUuid(id)) throw new ApiError('suppression_unknown')
      const by = byOf(person, clock)
      await database.transaction(tx => liftSuppression(tx, storeId, id, by))
      return reply.status(204).send()
    },
  }
}
