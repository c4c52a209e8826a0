import { z } from 'zod'
import { chunksOf } from '../../../foundation/lib/chunks-of.ts'
import { sentence } from '../sentences.ts'
import { isNumber, readShopJson, shopId } from '../shop/shop-json.ts'
import type { WooApi } from './api.ts'

const listed = z.array(z.object({ id: shopId }))
const pageSize = 100

const idsOf = async (api: Pick<WooApi, 'get'>, path: string, ids: string[]): Promise<Set<string>> => {
  const query = { include: ids.join(','), per_page: pageSize, _fields: 'id' }
  const { json } = await api.get(path, path === 'orders' ? { ...query, status: 'any' } : query)
  return new Set(readShopJson(listed, json, sentence('theList')).map(({ id }) => id))
}

/** The orders that are in no list, and of which WooCommerce says that their id is none. Those in the bin exist. */
export async function deletedOrders(
  api: Pick<WooApi, 'get' | 'lacks'>,
  orderIds: string[],
): Promise<string[]> {
  const asked = orderIds.filter(isNumber)
  const unlisted: string[] = []
  for (const some of chunksOf(asked, pageSize)) {
    const found = await idsOf(api, 'orders', some)
    unlisted.push(...some.filter(id => !found.has(id)))
  }
  const deleted: string[] = []
  for (const id of unlisted)
    if (await api.lacks(`orders/${id}`, 'woocommerce_rest_shop_order_invalid_id')) deleted.push(id)
  return deleted
}

export async function hasProduct(api: WooApi, productIds: string[]): Promise<boolean> {
  const asked = productIds.filter(isNumber)
  if (asked.length === 0) return false
  const found = await idsOf(api, 'products', asked)
  return asked.some(id => found.has(id))
}
