import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { egressOf } from '../../../foundation/http/egress.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { textOf } from '../../../foundation/http/input/fields.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { ModelFailure } from '../../../tenants/stores/model/ask-model.ts'
import {
  longestModelKey,
  modelKeyCharacters,
  readModelKey,
  saveModelKey,
} from '../../../tenants/stores/model/model-keys.ts'
import { monthOf, readUsage } from '../../../tenants/stores/model/model-usage.ts'
import { tryModel } from '../../../tenants/stores/model/try-model.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { shownModel, tried } from './model-schemas.ts'

/** GET /admin/api/stores/{store_id}/language-model: whether it has a key, and what it did this month. */
export function showModel({ database, secrets, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getLanguageModel',
      summary: 'Read the use of the language model',
      params: storePath,
      response: { 200: shownModel },
    },
    handler: async ({ params }) => {
      const { store_id, model_url } = await readStore(database, params.storeId)
      const month = monthOf(new Date(clock()))
      const { spent, ...usage } = await readUsage(database, store_id, month)
      const key = await readModelKey(database, secrets, store_id, model_url ?? '')
      return { key: key.state, month, ...usage, spent: spent / 1_000_000 }
    },
  })
}

/** PUT /admin/api/stores/{store_id}/language-model/key: an empty one deletes it. It is never answered. */
export function setModelKey({ database, secrets, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'setLanguageModelKey',
      summary: 'Set the key of the language model',
      params: storePath,
      body: z.strictObject({
        key: textOf(z.string().trim(), longestModelKey).refine(key => modelKeyCharacters.test(key), 'format'),
      }),
    },
    handler: async ({ params, body, user }, reply) => {
      await database.transaction(async tx => {
        const { store_id, model_url } = await readStore(tx, params.storeId, true)
        await saveModelKey(tx, secrets, store_id, { key: body.key, url: model_url ?? '' }, byOf(user, clock))
      })
      return reply.status(204).send()
    },
  })
}

/** POST /admin/api/stores/{store_id}/language-model/try: has it translate a sentence. It costs what that costs. */
export function askModelOnce({ database, secrets, clock, config, allowedNetworks }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'tryLanguageModel',
      summary: 'Try the language model',
      params: storePath,
      response: { 200: tried },
    },
    handler: async ({ params }) => {
      const store = await readStore(database, params.storeId)
      const { allow } = egressOf(config, allowedNetworks)
      try {
        return { text: await tryModel({ database, secrets, clock, allow }, store), problem: null }
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error
        return { text: null, problem: error.problem }
      }
    },
  })
}
