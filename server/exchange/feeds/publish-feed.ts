import type { Connection } from '../../foundation/database/connect.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { countWithoutAddress } from '../../tenants/products/addresses.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { createFeed, type FeedFormat, feedUrl } from './feeds.ts'

/**
 * Creates a feed, and counts the products that it leaves out because they have no address. `url` is returned only here.
 * Throws `store_unknown`.
 */
export async function publishFeed(
  tx: Connection,
  storeId: string,
  format: FeedFormat,
  publicUrl: string,
  by: By,
): Promise<{ feed_id: string; url: string; skipped: number }> {
  const store = await readStore(tx, storeId)
  const { feed_id, token } = await createFeed(tx, store.store_id, format, by)
  const skipped = await countWithoutAddress(tx, store.store_id, store)
  return { feed_id, url: feedUrl(publicUrl, format, token), skipped }
}
