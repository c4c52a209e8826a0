import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { StoreSettings } from '../stores/stores.ts'

/** A product's page: its own address, or the store's pattern with its id. Undefined if it has neither. */
export function addressOfProduct(
  { product_url }: Pick<StoreSettings, 'product_url'>,
  { product_id, url }: { product_id: string; url: string },
): string | undefined {
  const own = webAddress(url)
  if (own) return own
  // Unpaired surrogates cannot be encoded.
  const id = encodeURIComponent(product_id.toWellFormed())
  return webAddress(product_url?.replaceAll('{product_id}', id) ?? '')
}

/** The address without spaces and other characters that need escapes; undefined if it leads to no public host. */
export function webAddress(text: string): string | undefined {
  return withHost.test(text) && URL.canParse(text) ? new URL(text).href : undefined
}

// Services that read them require a dot in the host. PostgreSQL reads the pattern, too.
const withHost = /^https?:\/\/[^\s/?#]+[.][^\s/?#]+/i

/** The number of products with published reviews without an address, which feeds leave out. */
export async function countWithoutAddress(
  db: Connection,
  storeId: string,
  { product_url }: Pick<StoreSettings, 'product_url'>,
): Promise<number> {
  if (product_url !== null) return 0
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from products
    where store_id = ${storeId} and rated and url !~* ${withHost.source}`)
  return row?.count ?? 0
}
