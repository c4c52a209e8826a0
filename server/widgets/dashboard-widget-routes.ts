import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type CheckParts, checkPage } from './check-page.ts'
import { widgetCheck, widgetCheckRequest } from './widget-check-schemas.ts'

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
      return await checkPage(parts, (params as { storeId: string }).storeId, url)
    },
  }
}
