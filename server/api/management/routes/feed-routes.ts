import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { feedPage, madeFeed, newFeed, presentFeed } from '../../../exchange/feeds/feed-schemas.ts'
import { deleteFeed, listFeeds } from '../../../exchange/feeds/feeds.ts'
import { publishFeed } from '../../../exchange/feeds/publish-feed.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { byProgram } from '../by-program.ts'
import { updatedSince } from '../list-query.ts'
import { post } from '../post.ts'

const feedPath = z.object({ feed_id: z.string().meta({ format: 'uuid' }) })

/** GET /manage/v1/feeds: all of them, without their addresses. */
export function managedFeeds({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listFeeds',
      summary: 'List the feeds',
      description: 'Newest first, on one page: a store has at most 20.',
      querystring: z.object({ updated_since: updatedSince }),
      response: { 200: feedPage },
    },
    handler: async ({ apiKey, query }) => {
      const feeds = await listFeeds(database, apiKey.storeId, query.updated_since)
      return { data: feeds.map(presentFeed).reverse(), next_cursor: null }
    },
  })
}

/** POST /manage/v1/feeds */
export function createManagedFeed(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'createFeed',
      summary: 'Create a feed; its address is returned only here',
      body: newFeed,
    },
    status: 201,
    answer: madeFeed,
    idOf: ({ feed_id }) => feed_id,
    errors: ['settings_invalid'],
    isSecret: true,
    handler: async (tx, { apiKey, body }) =>
      await publishFeed(tx, apiKey.storeId, body.format, deps.publicUrl(), byProgram(deps.clock)),
  })
}

/** DELETE /manage/v1/feeds/{feed_id} */
export function deleteManagedFeed({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'deleteFeed',
      summary: 'Delete a feed; its address answers 404',
      params: feedPath,
      response: { 204: z.null().meta({ description: 'The feed is deleted' }) },
    },
    config: { errors: ['feed_unknown'] },
    handler: async ({ apiKey, params }, reply) => {
      await database.transaction(tx => deleteFeed(tx, apiKey.storeId, params.feed_id, byProgram(clock)))
      return reply.status(204).send()
    },
  })
}
