import { z } from 'zod'
import { shopId } from '../shop/shop-json.ts'
import { exactId } from './exact-id.ts'

/** Topics whose body is the whole order. */
export const wholeOrders = [
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'orders/fulfilled',
  'orders/partially_fulfilled',
]

const withId = z.preprocess(exactId, z.object({ id: shopId }))
const withOrderId = z.object({ order_id: shopId })
const edit = z.object({ order_edit: withOrderId })

/** The order that a body is about, if its topic is about one. */
export function orderIdIn(topic: string, json: unknown): string | undefined {
  if (topic === 'orders/edited') return edit.safeParse(json).data?.order_edit.order_id
  if (topic.startsWith('orders/')) return withId.safeParse(json).data?.id
  if (/^(fulfillments|fulfillment_events|refunds)\//.test(topic))
    return withOrderId.safeParse(json).data?.order_id
  return undefined
}
