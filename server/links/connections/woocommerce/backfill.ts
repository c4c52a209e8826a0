import { z } from 'zod'
import type { ShopChange } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { readShopJson, shopId, shopTime } from '../shop/shop-json.ts'
import type { WooApi } from './api.ts'

const pageSize = 100 // the most that WooCommerce gives

// The time stays as it is written: the order is read from this object.
const listed = z.array(
  z.looseObject({ id: shopId, date_modified_gmt: z.string().nullish().catch(undefined) }),
)
type Listed = z.output<typeof listed>

/** Where a list continues: at page `page` of the orders changed at `since` (in ms) or later. */
type Position = { since: number; page: number }

/**
 * Orders in the bin, then all others, by the time of their last change. The cursor names both positions, for example
 * `since=2026-11-22T13:44:02.000Z&page=2&trash=2026-11-23T00:00:00.000Z`.
 */
export async function* changedOrders(
  api: WooApi,
  cursor: string,
): AsyncGenerator<{ orders: Listed; deleted: string[]; cursor: string }> {
  const parameters = new URLSearchParams(cursor)
  const since = Date.parse(parameters.get('since') ?? '')
  let position = { since: Number.isNaN(since) ? 0 : since, page: Number(parameters.get('page') ?? 1) }
  let trash = { since: Date.parse(parameters.get('trash') ?? '') || position.since, page: 1 }
  const cursorOf = () =>
    String(
      new URLSearchParams({
        since: new Date(position.since).toISOString(),
        ...(position.page > 1 && { page: String(position.page) }),
        trash: new Date(trash.since).toISOString(),
      }),
    )
  for await (const page of list(api, 'trash', trash)) {
    trash = page.next
    yield { orders: [], deleted: page.orders.map(order => order.id), cursor: cursorOf() }
  }
  for await (const page of list(api, 'any', position)) {
    position = page.next
    yield { orders: page.orders, deleted: [], cursor: cursorOf() }
  }
}

/**
 * Each page begins at the last change of the page before: orders that change meanwhile move to the end, and shift no
 * other out of sight, as they would with numbered pages. Only orders that changed in the same second are numbered.
 */
async function* list(
  api: WooApi,
  status: string,
  position: Position,
): AsyncGenerator<{ orders: Listed; next: Position }> {
  for (let { since, page } = position; ; ) {
    const { json } = await api.get('orders', {
      status,
      // Exclusive, and in whole seconds.
      modified_after: new Date(since - 1000).toISOString().slice(0, 19),
      dates_are_gmt: 'true',
      orderby: 'modified',
      order: 'asc',
      per_page: pageSize,
      page,
    })
    const orders = readShopJson(listed, json, sentence('listOfOrders'))
    const last = shopTime.parse(orders.at(-1)?.date_modified_gmt) ?? since
    if (last > since) [since, page] = [last, 1]
    else page++
    const isLast = orders.length < pageSize
    if (orders.length > 0) yield { orders, next: { since, page: isLast ? 1 : page } }
    if (isLast) return
  }
}

export const deletions = (ids: string[]): ShopChange[] =>
  ids.map(orderId => ({ kind: 'order_deleted', orderId }))
