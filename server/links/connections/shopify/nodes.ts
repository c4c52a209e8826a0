import { z } from 'zod'
import { chunksOf } from '../../../foundation/lib/chunks-of.ts'
import { sentence } from '../sentences.ts'
import { isNumber, readShopJson } from '../shop/shop-json.ts'
import type { Query } from './api.ts'
import { nodesQuery } from './queries.ts'

const found = z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) })
const pageSize = 100 // of the 250 that Shopify allows

/** Those of the orders or products that the shop does not show: deleted, or hidden from the app. */
export async function missingAmong(
  query: Query,
  kind: 'Order' | 'Product',
  ids: string[],
): Promise<string[]> {
  const asked = ids.filter(isNumber)
  const missing: string[] = []
  for (const some of chunksOf(asked, pageSize)) {
    const data = await query(nodesQuery, { ids: some.map(id => `gid://shopify/${kind}/${id}`) })
    const { nodes } = readShopJson(found, data, sentence('theList'))
    missing.push(...some.filter((_, place) => nodes[place] === null))
  }
  return missing
}
