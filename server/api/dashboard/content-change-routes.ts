import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { storePath } from '../../foundation/http/input/paths.ts'

/** GET /admin/api/stores/{store_id}/latest-change: another value after each change of a review or question. */
export function latestContentChange({ contentChanges }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getLatestChange',
      summary: 'A value that differs after each change of a review or question',
      params: storePath,
      response: {
        200: z
          .object({
            change: z.string().meta({ description: 'Empty while none is known: nothing follows from that' }),
          })
          .meta({ title: 'LatestChange' }),
      },
    },
    handler: ({ params }) => ({ change: contentChanges(params.storeId) }),
  })
}
