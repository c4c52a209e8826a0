import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { StorePath } from '../../accounts/guards.ts'
import { readStore } from '../../stores/stores.ts'
import { type CheckParts, checkPage } from '../../widgets/check-page.ts'
import { weighWidgets } from '../../widgets/weights.ts'
import { widgetCheck, widgetCheckRequest, widgetCode } from '../../widgets/widget-check-schemas.ts'

/** POST /admin/api/stores/{store_id}/widget-checks */
export function checkWidgets(parts: CheckParts) {
  return {
    schema: {
      summary: 'Look at a page of the store and say whether the widgets on it are right',
      body: widgetCheckRequest,
      response: { 200: widgetCheck },
    },
    handler: async ({ params, body }: FastifyRequest) => {
      const { url } = body as z.infer<typeof widgetCheckRequest>
      return await checkPage(parts, (params as StorePath).storeId, url)
    },
  }
}

/** GET /admin/api/stores/{store_id}/widget-code */
export function codeOfWidgets({
  database,
  widgets,
  publicUrl,
}: Pick<CheckParts, 'database' | 'widgets' | 'publicUrl'>) {
  return {
    schema: {
      summary: 'What the code to paste into pages is made of',
      response: { 200: widgetCode },
    },
    handler: async ({ params }: FastifyRequest) => {
      const { store_key } = await readStore(database, (params as StorePath).storeId)
      const script = new URL('/widgets/v1/widgets.js', publicUrl()).href
      return { script, store_key, weights: weighWidgets(widgets) }
    },
  }
}
