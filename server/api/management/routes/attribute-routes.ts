import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { newAttributes, shownAttributes } from '../../../tenants/stores/settings/attribute-rules.ts'
import { changeStore, readStore } from '../../../tenants/stores/stores.ts'
import { byProgram } from '../by-program.ts'
import { requireMatch, withEtag } from '../etags.ts'

/** GET /manage/v1/attributes */
export function managedAttributes({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listAttributes',
      summary: 'Read the questions of the review form',
      response: { 200: shownAttributes },
    },
    handler: async ({ apiKey }, reply) => {
      const { attributes } = await readStore(database, apiKey.storeId)
      return withEtag(reply, { attributes })
    },
  })
}

/** PUT /manage/v1/attributes */
export function putManagedAttributes({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'replaceAttributes',
      summary: 'Set the questions of the review form',
      description:
        'Replaces all of them; their order is that of the form. Answers to a removed question stay in exports, and are shown again when a question with its id returns.',
      body: newAttributes,
      response: { 200: shownAttributes },
    },
    config: { errors: ['settings_invalid', 'body_stale'] },
    handler: async (request, reply) => {
      const { storeId } = request.apiKey
      const { attributes } = await database.transaction(async tx => {
        await requireMatch(request, async () => ({
          attributes: (await readStore(tx, storeId, true)).attributes,
        }))
        return await changeStore(tx, storeId, { attributes: request.body.attributes }, byProgram(clock))
      })
      return withEtag(reply, { attributes })
    },
  })
}
