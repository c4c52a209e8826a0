import { deliveriesTo, listDeliveries } from '../../../asking/mail/deliveries/deliveries.ts'
import { readMailHealth } from '../../../asking/mail/deliveries/mail-health.ts'
import { sendAgain } from '../../../asking/mail/deliveries/send-again.ts'
import { senderOf } from '../../../asking/mail/delivering/post.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { deliveriesOfOne, deliveryFilter, deliveryPage, mailHealth } from './delivery-schemas.ts'
import { oneAddress } from './suppression-schemas.ts'

/** GET /admin/api/stores/{store_id}/mail/health: delivery results of the last seven days. */
export function storeMailHealth({ config, database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getMailHealth',
      summary: 'How the mails of the last seven days fared',
      params: storePath,
      response: { 200: mailHealth },
    },
    handler: async ({ params }) => ({
      ...(await readMailHealth(database, params.storeId, clock())),
      sender: config.SMTP_URL ? senderOf(config).address : null,
      signs: config.DKIM_KEY !== undefined,
    }),
  })
}

/** GET /admin/api/stores/{store_id}/mail/deliveries: every email and its result, newest first. */
export function storeDeliveries({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listDeliveries',
      summary: 'What became of each mail, the newest first',
      params: storePath,
      querystring: deliveryFilter,
      response: { 200: deliveryPage },
    },
    handler: async ({ params, query }) => {
      const { state, after, limit } = query
      return await listDeliveries(database, params.storeId, state, { after, limit })
    },
  })
}

/** POST /admin/api/stores/{store_id}/mail/deliveries/look: the emails to one address. */
export function searchDeliveries({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'findDeliveries',
      summary: 'The newest mails to one address',
      params: storePath,
      body: oneAddress,
      response: { 200: deliveriesOfOne },
    },
    handler: async ({ params, body }) => {
      const { email } = body
      return { result: await deliveriesTo(database, params.storeId, email) }
    },
  })
}

/** POST /admin/api/stores/{store_id}/mail/deliveries/{id}/again: one more attempt for a failed email. */
export function retryDelivery({ database, clock, secrets }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'retryDelivery',
      summary: 'One more attempt for a mail that failed',
      params: storeItemPath,
    },
    handler: async ({ params, user }, reply) => {
      const { storeId, id } = params
      if (!isUuid(id)) throw new ApiError('mail_unknown')
      const by = byOf(user, clock)
      await database.transaction(tx => sendAgain(tx, secrets, storeId, id, by))
      return reply.status(204).send()
    },
  })
}
