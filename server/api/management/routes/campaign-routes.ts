import { z } from 'zod'
import {
  campaignInDetail,
  campaignStart,
  newManagedCampaign,
  shownCampaign,
} from '../../../asking/campaigns/campaign-schemas.ts'
import {
  createCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
  stopCampaign,
} from '../../../asking/campaigns/campaigns.ts'
import { listCampaigns, readCampaign } from '../../../asking/campaigns/show.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { byProgram } from '../by-program.ts'
import { post } from '../post.ts'

const path = z.object({ id: z.string().meta({ format: 'uuid', description: 'The id of the campaign' }) })

/** GET /manage/v1/campaigns */
export function managedCampaigns({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listCampaigns',
      summary: 'List the campaigns to earlier buyers',
      description: 'The newest 50, newest first, on one page.',
      response: { 200: z.object({ data: z.array(shownCampaign), next_cursor: z.null() }) },
    },
    handler: async ({ apiKey }) => ({
      data: await listCampaigns(database, await readStore(database, apiKey.storeId), clock()),
      next_cursor: null,
    }),
  })
}

/** GET /manage/v1/campaigns/{id} */
export function managedCampaign({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getCampaign',
      summary: 'Read a campaign, its preview, and what came of it',
      params: path,
      response: { 200: campaignInDetail },
    },
    config: { errors: ['campaign_unknown'] },
    handler: async ({ apiKey, params }) =>
      await readCampaign(database, await readStore(database, apiKey.storeId), params.id, clock()),
  })
}

/** POST /manage/v1/campaigns */
export function createManagedCampaign(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'createCampaign',
      summary: 'Plan a campaign to earlier buyers',
      description:
        'Lists the buyers in the background: read the campaign until its state is `planned`, then start it. A new plan replaces one that nobody started. With `buyers_may_be_asked` it starts by itself once its buyers are listed.',
      body: newManagedCampaign,
    },
    status: 201,
    answer: campaignInDetail,
    idOf: ({ id }) => id,
    errors: ['campaign_open'],
    handler: async (tx, { apiKey, body }) => {
      const store = await readStore(tx, apiKey.storeId)
      const { from, to, per_day: perDay, buyers_may_be_asked: isConfirmed } = body
      const id = await createCampaign(tx, store, { from, to, perDay }, byProgram(deps.clock), isConfirmed)
      return await readCampaign(tx, store, id, deps.clock())
    },
  })
}

/** POST /manage/v1/campaigns/{id}/start */
export function startManagedCampaign(deps: Dependencies) {
  return act(deps, {
    name: 'startCampaign',
    summary: 'Ask the buyers of a plan, spread over days',
    body: campaignStart,
    verb: startCampaign,
  })
}

/** POST /manage/v1/campaigns/{id}/pause */
export function pauseManagedCampaign(deps: Dependencies) {
  return act(deps, {
    name: 'pauseCampaign',
    summary: 'Ask nobody of a campaign for now',
    verb: pauseCampaign,
  })
}

/** POST /manage/v1/campaigns/{id}/resume */
export function resumeManagedCampaign(deps: Dependencies) {
  return act(deps, {
    name: 'resumeCampaign',
    summary: 'Continue a paused campaign',
    verb: resumeCampaign,
  })
}

/** POST /manage/v1/campaigns/{id}/stop */
export function stopManagedCampaign(deps: Dependencies) {
  return act(deps, {
    name: 'stopCampaign',
    summary: 'End a campaign for good, or discard a plan; what was not sent is cancelled',
    verb: stopCampaign,
  })
}

type CampaignAct<Body> = {
  name: string
  summary: string
  body?: z.ZodType<Body>
  verb: (tx: Connection, storeId: string, id: string, by: By) => Promise<void>
}

function act<Body>(deps: Dependencies, { name, summary, body, verb }: CampaignAct<Body>) {
  return post<{ id: string }, Body, typeof campaignInDetail>(deps, {
    schema: { operationId: name, summary, params: path, ...(body && { body }) },
    status: 200,
    answer: campaignInDetail,
    errors: ['campaign_unknown', 'campaign_state'],
    handler: async (tx, { apiKey, params }) => {
      const store = await readStore(tx, apiKey.storeId)
      await verb(tx, store.store_id, params.id, byProgram(deps.clock))
      return await readCampaign(tx, store, params.id, deps.clock())
    },
  })
}
