import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { commonErrors, errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { receiveDelivery } from './receive.ts'

/** POST /connect/{platform}/{connection_id} */
export function receiveWebhook(dependencies: Dependencies) {
  const { database, secrets, clock, countWebhookBytes, countWebhook, countRefusedWebhook } = dependencies
  return endpoint({
    schema: {
      operationId: 'takeWebhook',
      summary: "Receive a shop's webhook",
      description:
        'The address of one connection, as `connect add` prints it. The body and its signature are those of the shop’s system. Answers after the event is on disk; it is worked on in the background.',
      tags: ['Orders'],
      params: z.object({
        platform: text(40, 1).meta({ description: 'The system of the shop, such as woocommerce' }),
        connection_id: text(100, 1).meta({ description: 'The id of the connection' }),
      }),
      response: {
        200: z.object({}).meta({ description: 'Stored, or received before' }),
        ...errorResponses(['webhook_refused', 'body_too_large', 'too_many', ...commonErrors]),
      },
    },
    config: { takesBytes: true },
    handler: async request => {
      const { platform, connection_id } = request.params
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const delivery = { headers: headersOf(request), body }
      await receiveDelivery(
        {
          database,
          secrets,
          countAccepted: async (connectionId, bytes) => {
            await countWebhook(connectionId)
            if (!(await countWebhookBytes(connectionId, bytes)))
              throw new ApiError('too_many', { headers: { 'retry-after': '3600' } })
          },
          countRefused: () => countRefusedWebhook(request.ip),
        },
        platform,
        connection_id,
        delivery,
        new Date(clock()),
      )
      return {}
    },
  })
}

function headersOf({ headers, sentContentType }: FastifyRequest): Record<string, string | undefined> {
  const single = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return { ...Object.fromEntries(single), 'content-type': sentContentType }
}
