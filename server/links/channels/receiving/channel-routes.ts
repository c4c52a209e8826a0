import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isChannelName } from '../../../asking/channels/phones.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { commonErrors, errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { receiveReport, verifyEndpoint } from './receive-report.ts'

const place = z.object({
  channel: text(40, 1).meta({ description: 'whatsapp or sms' }),
  channel_id: text(100, 1).meta({ description: 'The id of the channel' }),
})

/** POST /channels/{channel}/{channel_id} */
export function receiveChannelReport(dependencies: Dependencies) {
  const { database, secrets, clock, publicUrl, countWebhook, countRefusedWebhook } = dependencies
  return endpoint({
    schema: {
      operationId: 'takeChannelReport',
      summary: "Receive a report of a channel's provider",
      description:
        'The address of one channel, as `channel add` prints it: what became of messages, and replies such as STOP. The body and its signature are those of the provider. Answers after the report is on disk.',
      tags: ['Orders'],
      params: place,
      response: {
        200: z.object({}).meta({ description: 'Applied, or received before' }),
        ...errorResponses(['webhook_refused', 'body_too_large', 'too_many', ...commonErrors]),
      },
    },
    config: { takesBytes: true },
    handler: async request => {
      const { channel, channel_id } = request.params
      if (!isChannelName(channel)) throw new ApiError('webhook_refused')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const url = `${publicUrl()}${request.url}`
      await receiveReport(
        {
          database,
          secrets,
          countAccepted: countWebhook,
          countRefused: () => countRefusedWebhook(request.ip),
        },
        { channel, channelId: channel_id },
        { headers: headersOf(request), body, url, now: clock() },
      )
      return {}
    },
  })
}

/** GET /channels/{channel}/{channel_id}: Meta's handshake. */
export function verifyChannelEndpoint({ database, secrets, countRefusedWebhook }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'verifyChannelEndpoint',
      summary: 'Verify the address of a WhatsApp channel',
      description: 'Meta asks for it when the address is entered in its app. Answers `hub.challenge`.',
      tags: ['Orders'],
      produces: ['text/plain'],
      params: place,
      querystring: z.looseObject({
        'hub.mode': text(40).optional(),
        'hub.verify_token': text(500).optional(),
        'hub.challenge': text(500).optional(),
      }),
      response: {
        200: z.string().meta({ description: 'The challenge, as text/plain' }),
        ...errorResponses(['webhook_refused', 'too_many', ...commonErrors]),
      },
    },
    handler: async (request, reply) => {
      const { channel, channel_id } = request.params
      const {
        'hub.mode': mode,
        'hub.verify_token': token = '',
        'hub.challenge': challenge = '',
      } = request.query
      if (!isChannelName(channel)) throw new ApiError('webhook_refused')
      const isOurs =
        channel === 'whatsapp' &&
        mode === 'subscribe' &&
        (await verifyEndpoint(database, secrets, channel_id, token))
      if (!isOurs) {
        await countRefusedWebhook(request.ip)
        throw new ApiError('webhook_refused')
      }
      // Text, so that no browser reads a page from it.
      return reply
        .type('text/plain; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .send(challenge)
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
