import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/** Tells a buyer and a product from all others. */
export const reviewKey = (address: string, productId: string): string => `${address} ${productId}`

/**
 * Which of the addresses have reviewed which of the products, and when last, by `reviewKey`. Whatever the stars, and
 * whatever the store decided about the review. Unconfirmed ones do not count: anybody may have written them.
 */
export async function reviewedBefore(
  db: Connection,
  storeId: string,
  { addresses, productIds }: { addresses: string[]; productIds: string[] },
): Promise<Map<string, Date>> {
  if (addresses.length === 0 || productIds.length === 0) return new Map()
  const rows = await db.query<{ address: string; product_id: string; at: Date }>(sql`
    select address, product_id, max(created_at) as at
    from reviews
    where store_id = ${storeId} and address = any(${[...new Set(addresses)]}::text[])
      and product_id = any(${[...new Set(productIds)]}::text[]) and state <> 'unconfirmed'
    group by address, product_id
    order by address, product_id`)
  return new Map(rows.map(({ address, product_id, at }) => [reviewKey(address, product_id), at]))
}
