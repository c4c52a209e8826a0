import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { newAttributes, shownAttributes } from '../../../tenants/stores/settings/attribute-rules.ts'
import { readStore, updateStore } from '../../../tenants/stores/stores.ts'

/** GET /admin/api/stores/{store_id}/attributes */
export function storeAttributes({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listAttributes',
      summary: 'Read the questions of the review form',
      params: storePath,
      response: { 200: shownAttributes },
    },
    handler: async ({ params }) => {
      const { attributes } = await readStore(database, params.storeId)
      return { attributes }
    },
  })
}

/** PUT /admin/api/stores/{store_id}/attributes: replaces all questions, or none if one of them is invalid. */
export function putAttributes({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'replaceAttributes',
      summary: 'Set the questions of the review form',
      params: storePath,
      body: newAttributes,
      response: { 200: shownAttributes },
    },
    handler: async ({ params, body, user }) => {
      const { attributes } = await updateStore(
        database,
        params.storeId,
        { attributes: body.attributes },
        byOf(user, clock),
      )
      return { attributes }
    },
  })
}
