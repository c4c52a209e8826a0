import { z } from 'zod'
import { nothing, type Platform, type Shop, type ShopChange, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { orMeanwhile } from '../shop/meanwhile.ts'
import { isNumber, readBody } from '../shop/shop-json.ts'
import { shopUrl } from '../shop/shop-url.ts'
import { shopifyQuery } from './api.ts'
import { fetchOrder, readApiOrder } from './api-order.ts'
import { authenticate } from './authenticate.ts'
import { changedOrders } from './backfill.ts'
import { isTestNotification } from './exact-id.ts'
import { repair, test } from './hooks.ts'
import { missingAmong } from './nodes.ts'
import { type ShopifyOrder, toShopOrder } from './order.ts'
import { readPrivacy } from './privacy.ts'
import { readProduct, webhookProduct } from './product.ts'
import { sizesOfPage } from './queries.ts'
import { orderIdIn, wholeOrders } from './topics.ts'
import { fromWebhook, webhookOrder } from './webhook-order.ts'

export const shopify: Platform = {
  name: 'shopify',
  needs: ['secret'],
  options: {},
  authenticate,
  read: async ({ topic, body }, shop) => {
    const privacy = readPrivacy(topic, body)
    if (privacy) return [privacy]
    const json = readBody(z.unknown(), body, sentence('theEvent'))
    if (isTestNotification(topic, json)) return [nothing(sentence('testNotification'))]
    if (topic === 'products/delete') return [nothing(sentence('productDeleted'))]
    if (topic.startsWith('products/'))
      return [
        await readProduct(
          readBody(webhookProduct, body, sentence('theProduct')),
          shopUrl(shop.settings),
          shopifyQuery(shop),
        ),
      ]
    const orderId = orderIdIn(topic, json)
    if (!orderId) return [nothing(sentence('topicUnneeded', { topic }))]
    if (topic === 'orders/delete') return [{ kind: 'order_deleted', orderId }]
    return readOrder(topic, orderId, body, shop)
  },
  async *backfill(shop, cursor) {
    const query = shopifyQuery(shop)
    if (!query) throw new ShopProblem(sentence('shopifyNoId'), sentence('shopifyNoIdMend'))
    for await (const { orders, cursor: next } of changedOrders(query, cursor)) {
      const changes: ShopChange[] = []
      for (const order of orders)
        changes.push(
          ...(await orProblem(async () => [change(await readApiOrder(query, order, sizesOfPage), shop)])),
        )
      yield { changes, cursor: next }
    }
  },
  // Without the scope read_all_orders, an app sees those of 60 days.
  showsOrdersFor: 55,
  findDeleted: async (shop, orderIds) => {
    const query = shopifyQuery(shop)
    return query ? await missingAmong(query, 'Order', orderIds) : []
  },
  hasProduct: async (shop, productIds) => {
    const query = shopifyQuery(shop)
    const asked = productIds.filter(isNumber)
    return query !== undefined && (await missingAmong(query, 'Product', asked)).length < asked.length
  },
  test,
  repair,
}

function change(order: ShopifyOrder, { settings }: Shop): ShopChange {
  return { kind: 'order', order: toShopOrder(order, settings.options.product_id === 'variant') }
}

/**
 * The order as it is now, if the shop can be asked: a webhook names neither deliveries nor product pages. Otherwise what
 * the webhook says, if it contains the order.
 */
async function readOrder(topic: string, orderId: string, body: Buffer, shop: Shop): Promise<ShopChange[]> {
  const query = shopifyQuery(shop)
  const isWhole = wholeOrders.includes(topic)
  const fromBody = () =>
    change(fromWebhook(readBody(webhookOrder, body, sentence('theOrder')), shopUrl(shop.settings)), shop)
  if (!query) return isWhole ? [fromBody()] : [nothing(sentence('shopifyThin', { topic }))]
  const ask = async (): Promise<ShopChange[]> => {
    const order = await fetchOrder(query, orderId)
    if (order) return [change(order, shop)]
    return isWhole ? [fromBody()] : [nothing(sentence('shopifyHidden', { id: orderId }))]
  }
  if (!isWhole) return ask()
  const asked = await orMeanwhile(
    () => orProblem(ask),
    () => [fromBody()],
  )
  return asked.some(one => one.kind === 'order') ? asked : [fromBody(), ...asked]
}

/** A problem that will not pass is part of the log, and holds up no other order. */
async function orProblem(work: () => Promise<ShopChange[]>): Promise<ShopChange[]> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ShopProblem) || error.isTemporary) throw error
    return [nothing(error.what, error.mend)]
  }
}
