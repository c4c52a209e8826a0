import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  campaignInDetail,
  campaignList,
  campaignStart,
  newCampaign,
} from '../../../asking/campaigns/campaign-schemas.ts'
import {
  createCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
  stopCampaign,
  usualOf,
} from '../../../asking/campaigns/campaigns.ts'
import { listCampaigns, readCampaign } from '../../../asking/campaigns/show.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { readStore } from '../../../tenants/stores/stores.ts'

/** GET /admin/api/stores/{store_id}/campaigns: the newest first. */
export function storeCampaigns({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listCampaigns',
      summary: 'Campaigns to earlier buyers',
      params: storePath,
      response: { 200: campaignList },
    },
    handler: async ({ params }) => {
      const store = await readStore(database, params.storeId)
      return { result: await listCampaigns(database, store, clock()), usual_per_day: usualOf(store) }
    },
  })
}

/** GET /admin/api/stores/{store_id}/campaigns/{id} */
export function oneCampaign({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getCampaign',
      summary: 'A campaign, its preview, and what came of it',
      params: storeItemPath,
      response: { 200: campaignInDetail },
    },
    handler: async ({ params }) =>
      await readCampaign(database, await readStore(database, params.storeId), params.id, clock()),
  })
}

/** POST /admin/api/stores/{store_id}/campaigns: previews one. */
export function previewCampaign({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'previewCampaign',
      summary: 'List the buyers of a new campaign, in place of an earlier preview; nobody is asked yet',
      params: storePath,
      body: newCampaign,
      response: { 201: campaignInDetail },
    },
    handler: async ({ params, body, user }, reply) => {
      const store = await readStore(database, params.storeId)
      const { from, to, per_day: perDay } = body
      const made = await database.transaction(async tx => {
        const id = await createCampaign(tx, store, { from, to, perDay }, byOf(user, clock))
        return await readCampaign(tx, store, id, clock())
      })
      return reply.status(201).send(made)
    },
  })
}

/** POST /admin/api/stores/{store_id}/campaigns/{id}/start */
export function startOneCampaign(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'startCampaign',
      summary: 'Ask the buyers of a preview, spread over days',
      params: storeItemPath,
      body: campaignStart,
      response: { 200: campaignInDetail },
    },
    handler: act(dependencies, startCampaign),
  })
}

const nothing = z.strictObject({})

/** POST /admin/api/stores/{store_id}/campaigns/{id}/pause */
export function pauseOneCampaign(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'pauseCampaign',
      summary: 'Ask nobody of a campaign for now',
      params: storeItemPath,
      body: nothing,
      response: { 200: campaignInDetail },
    },
    handler: act(dependencies, pauseCampaign),
  })
}

/** POST /admin/api/stores/{store_id}/campaigns/{id}/resume */
export function resumeOneCampaign(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'resumeCampaign',
      summary: 'Continue a paused campaign',
      params: storeItemPath,
      body: nothing,
      response: { 200: campaignInDetail },
    },
    handler: act(dependencies, resumeCampaign),
  })
}

/** POST /admin/api/stores/{store_id}/campaigns/{id}/stop */
export function stopOneCampaign(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'stopCampaign',
      summary: 'End a campaign for good, or discard a preview',
      params: storeItemPath,
      body: nothing,
      response: { 200: campaignInDetail },
    },
    handler: act(dependencies, stopCampaign),
  })
}

type Verb = (tx: Connection, storeId: string, id: string, by: By) => Promise<void>

function act({ database, clock }: Dependencies, verb: Verb) {
  return async ({
    params,
    user,
  }: Pick<FastifyRequest, 'user'> & { params: z.infer<typeof storeItemPath> }) => {
    const store = await readStore(database, params.storeId)
    return await database.transaction(async tx => {
      await verb(tx, store.store_id, params.id, byOf(user, clock))
      return await readCampaign(tx, store, params.id, clock())
    })
  }
}
