import { z } from 'zod'
import { channelNames } from '../../../asking/channels/phones.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { egressOf } from '../../../foundation/http/egress.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { listChannels, removeChannel, saveChannel } from '../../../links/channels/channels.ts'
import { testChannel } from '../../../links/channels/test-channel.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { channelList, channelTest, savedChannel } from './channel-schemas.ts'

const channelPath = storePath.extend({ channel: z.enum(channelNames) })

const contextOf = ({ secrets, publicUrl, clock }: Dependencies) => ({
  secrets,
  address: publicUrl(),
  now: clock(),
})

/** GET /admin/api/stores/{store_id}/channels: without credentials. */
export function storeChannels(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listChannels',
      summary: 'List the channels beside email',
      params: storePath,
      response: { 200: channelList },
    },
    handler: async ({ params }) => ({
      result: await listChannels(deps.database, params.storeId, contextOf(deps)),
    }),
  })
}

/** PUT /admin/api/stores/{store_id}/channels/{channel}: adds it, or changes what is given. */
export function saveOneChannel(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'saveChannel',
      summary: 'Add a channel, or change settings of it',
      params: channelPath,
      body: z.strictObject({ set: z.record(z.string().max(100), text(5000)) }),
      response: { 200: savedChannel },
    },
    handler: async ({ params, body, user }) =>
      await deps.database.transaction(tx =>
        saveChannel(
          tx,
          params.storeId,
          { channel: params.channel, set: body.set },
          byOf(user, deps.clock),
          contextOf(deps),
        ),
      ),
  })
}

/** DELETE /admin/api/stores/{store_id}/channels/{channel} */
export function removeOneChannel({ database, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'removeChannel', summary: 'Remove a channel', params: channelPath },
    handler: async ({ params, user }, reply) => {
      await database.transaction(tx => removeChannel(tx, params.storeId, params.channel, byOf(user, clock)))
      return reply.status(204).send()
    },
  })
}

/** POST /admin/api/stores/{store_id}/channels/{channel}/test: sends one message to a phone. It costs what that costs. */
export function testOneChannel(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'testChannel',
      summary: 'Send one message to a phone of yours',
      params: channelPath,
      body: z.strictObject({ to: text(200, 1) }),
      response: { 200: channelTest },
    },
    handler: async ({ params, body }) => {
      const { allow } = egressOf(deps.config, deps.allowedNetworks)
      const store = await readStore(deps.database, params.storeId)
      const tested = await testChannel(
        deps.database,
        store,
        { channel: params.channel, to: body.to },
        { ...contextOf(deps), allow },
      )
      return tested.as === 'accepted' ? { as: tested.as, problem: null, answer: null } : tested
    },
  })
}
