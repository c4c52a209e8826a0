import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { feedList, madeFeed, newFeed, presentFeed } from '../../../exchange/feeds/feed-schemas.ts'
import { deleteFeed, listFeeds } from '../../../exchange/feeds/feeds.ts'
import { publishFeed } from '../../../exchange/feeds/publish-feed.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { countWithoutAddress } from '../../../tenants/products/addresses.ts'
import { readStore } from '../../../tenants/stores/stores.ts'

const feedPath = storePath.extend({ feedId: z.string().meta({ format: 'uuid' }) })

/** GET /admin/api/stores/{store_id}/feeds: without their addresses. */
export function storeFeeds({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listFeeds',
      summary: 'List the feeds',
      params: storePath,
      response: { 200: feedList },
    },
    handler: async ({ params }) => {
      const store = await readStore(database, params.storeId)
      const [feeds, skipped] = await Promise.all([
        listFeeds(database, store.store_id),
        countWithoutAddress(database, store.store_id, store),
      ])
      return { result: feeds.map(presentFeed), skipped }
    },
  })
}

/** POST /admin/api/stores/{store_id}/feeds */
export function makeFeed({ database, clock, publicUrl }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createFeed',
      summary: 'Create a feed',
      params: storePath,
      body: newFeed,
      response: { 201: madeFeed },
    },
    handler: async ({ params, body, user }, reply) => {
      const by = byOf(user, clock)
      const made = await database.transaction(tx =>
        publishFeed(tx, params.storeId, body.format, publicUrl(), by),
      )
      return reply.status(201).send(made)
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/feeds/{feed_id} */
export function removeFeed({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'deleteFeed',
      summary: 'Delete a feed; its address answers 404',
      params: feedPath,
    },
    handler: async ({ params, user }, reply) => {
      const { storeId, feedId } = params
      await database.transaction(tx => deleteFeed(tx, storeId, feedId, byOf(user, clock)))
      return reply.status(204).send()
    },
  })
}
