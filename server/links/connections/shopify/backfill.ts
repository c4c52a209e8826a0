import { z } from 'zod'
import { sentence } from '../sentences.ts'
import { readShopJson, shopTime } from '../shop/shop-json.ts'
import type { Query } from './api.ts'
import { ordersQuery, pageSize, sizesOfPage } from './queries.ts'

// Shopify ends a list after 25,000 items. Before that the list begins anew at its last change.
const longestList = 20_000

const listed = z.looseObject({ updatedAt: shopTime })
const page = z.object({
  orders: z.object({
    nodes: z.array(listed),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  }),
})

/** Orders by the time of their last change. A cursor: `since=2026-11-22T13:44:02.000Z&after=<Shopify's>&seen=8`. */
export async function* changedOrders(
  query: Query,
  cursor: string,
): AsyncGenerator<{ orders: z.output<typeof listed>[]; cursor: string }> {
  const parameters = new URLSearchParams(cursor)
  let since = Date.parse(parameters.get('since') ?? '') || 0
  let after = parameters.get('after')
  let seen = Number(parameters.get('seen') ?? 0)
  for (;;) {
    const data = await query(ordersQuery, {
      first: pageSize,
      after,
      query: `updated_at:>='${new Date(since).toISOString()}' status:any`,
      ...sizesOfPage,
    })
    const { nodes, pageInfo } = readShopJson(page, data, sentence('listOfOrders')).orders
    const last = nodes.at(-1)?.updatedAt ?? since
    after = pageInfo.endCursor ?? null
    seen += nodes.length
    if (!pageInfo.hasNextPage || (seen >= longestList && last > since)) {
      since = last
      after = null
      seen = 0
    }
    if (nodes.length > 0) yield { orders: nodes, cursor: cursorOf(since, after, seen) }
    if (!pageInfo.hasNextPage) return
  }
}

function cursorOf(since: number, after: string | null, seen: number): string {
  const position = after ? { after, seen: String(seen) } : {}
  return String(new URLSearchParams({ since: new Date(since).toISOString(), ...position }))
}
