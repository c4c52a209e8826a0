import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { byOf } from '../../accounts/actors.ts'
import type { StorePath } from '../../accounts/guards.ts'
import type { Dependencies } from '../../dependencies.ts'
import { ApiError } from '../../errors/errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import { deliveriesTo, listDeliveries } from '../../mail/deliveries/deliveries.ts'
import { readMailHealth } from '../../mail/deliveries/mail-health.ts'
import { sendAgain } from '../../mail/deliveries/send-again.ts'
import { senderOf } from '../../mail/delivering/post.ts'
import { deliveriesOfOne, deliveryFilter, deliveryPage, mailHealth } from './delivery-schemas.ts'
import { oneAddress } from './suppression-schemas.ts'

/** GET /admin/api/stores/{store_id}/mail/health: how the mails of the last seven days fared. */
export function storeMailHealth({ config, database, clock }: Dependencies) {
  return {
    schema: { summary: 'How the mails of the last seven days fared', response: { 200: mailHealth } },
    handler: async ({ params }: FastifyRequest) => ({
      ...(await readMailHealth(database, (params as StorePath).storeId, clock())),
      sender: config.SMTP_URL ? senderOf(config).address : null,
      signs: config.DKIM_KEY !== undefined,
    }),
  }
}

/** GET /admin/api/stores/{store_id}/mail/deliveries: what became of each mail, the newest first. */
export function storeDeliveries({ database }: Dependencies) {
  return {
    schema: {
      summary: 'What became of each mail, the newest first',
      querystring: deliveryFilter,
      response: { 200: deliveryPage },
    },
    handler: async ({ params, query }: FastifyRequest) => {
      const { state, after, limit } = query as z.infer<typeof deliveryFilter>
      return await listDeliveries(database, (params as StorePath).storeId, state, { after, limit })
    },
  }
}

/** POST /admin/api/stores/{store_id}/mail/deliveries/look: the mails to one address. */
export function searchDeliveries({ database }: Dependencies) {
  return {
    schema: {
      summary: 'The newest mails to one address',
      body: oneAddress,
      response: { 200: deliveriesOfOne },
    },
    handler: async ({ params, body }: FastifyRequest) => {
      const { email } = body as z.infer<typeof oneAddress>
      return { result: await deliveriesTo(database, (params as StorePath).storeId, email) }
    },
  }
}

/** POST /admin/api/stores/{store_id}/mail/deliveries/{id}/again: one more attempt for a mail that failed. */
export function retryDelivery({ database, clock, secrets }: Dependencies) {
  return {
    schema: { summary: 'One more attempt for a mail that failed' },
    handler: async ({ params, person }: FastifyRequest, reply: FastifyReply) => {
      const { storeId, id } = params as StorePath & { id: string }
      if (!isUuid(id)) throw new ApiError('mail_unknown')
      const by = byOf(person, clock)
      await database.transaction(tx => sendAgain(tx, secrets, storeId, id, by))
      return reply.status(204).send()
    },
  }
}
