import { z } from 'zod'
import { nothing, type Platform, type Shop, type ShopChange, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { orMeanwhile } from '../shop/meanwhile.ts'
import { readBody, readShopJson, shopId } from '../shop/shop-json.ts'
import { shopUrl } from '../shop/shop-url.ts'
import { type WooApi, wooApi } from './api.ts'
import { authenticate } from './authenticate.ts'
import { changedOrders, deletions } from './backfill.ts'
import { deletedOrders, hasProduct } from './deleted.ts'
import { detailsFrom, type FindDetails } from './details.ts'
import { repair, test } from './hooks.ts'
import { readOrder, type WooOrder, wooOrder } from './order.ts'
import { readProduct, wooProduct } from './product.ts'
import { askedByWoo, ordersAskedByWoo } from './review-mails.ts'
import { readSentError, type SentError } from './sent-errors.ts'

export const woocommerce: Platform = {
  name: 'woocommerce',
  needs: [],
  options: {
    delivered_status: status => (/^[a-z0-9-]{1,20}$/.test(status) ? undefined : sentence('takesStatus')),
    asks: asker => (['realword', 'shop'].includes(asker) ? undefined : sentence('takesAsker')),
  },
  authenticate,
  read: async ({ topic, body, receivedAt }, shop) => {
    const [resource, event] = topic.split('.')
    const error = readSentError(body)
    if (error) return await afterError(error, { isOrder: resource === 'order', receivedAt }, shop)
    if (resource === 'order' && event === 'deleted')
      return deletions([readBody(z.object({ id: shopId }), body, sentence('deletedOrder')).id])
    if (resource === 'order') {
      const orders = [readBody(wooOrder, body, sentence('theOrder'))]
      const changes = await orMeanwhile(
        () => readOrders(orders, shop, wooApi(shop)),
        async () => (await readOrders(orders, shop, undefined)).filter(isOrder),
      )
      return event === 'restored' ? changes.map(asRestored) : changes
    }
    if (topic === 'product.deleted') return [nothing(sentence('productDeleted'))]
    if (resource === 'product') return [readProduct(readBody(wooProduct, body, sentence('theProduct')))]
    return [nothing(sentence('topicUnneeded', { topic }))]
  },
  async *backfill(shop, cursor) {
    const api = wooApi(shop)
    if (!api) throw new ShopProblem(sentence('wooNoKeyFetch'), sentence('wooNoKeyFetchMend'))
    yield* changedSince(api, shop, cursor)
  },
  findDeleted: async (shop, orderIds) => {
    const api = wooApi(shop)
    return api ? await deletedOrders(api, orderIds) : []
  },
  findAskedByShop: async (shop, orderIds) => {
    const api = wooApi(shop)
    return api ? await ordersAskedByWoo(shop, api, orderIds) : []
  },
  hasProduct: async (shop, productIds) => {
    const api = wooApi(shop)
    return api ? await hasProduct(api, productIds) : false
  },
  test,
  repair,
}

const isOrder = ({ kind }: ShopChange) => kind === 'order'

const asRestored = (change: ShopChange): ShopChange =>
  change.kind === 'order' ? { ...change, order: { ...change.order, isRestored: true } } : change

const justBefore = 15 * 60_000 // ms

/** What a webhook that contains an error asks for: with a consumer key, the orders that just changed. */
async function afterError(
  error: SentError,
  { isOrder, receivedAt }: { isOrder: boolean; receivedAt: number },
  shop: Shop,
): Promise<ShopChange[]> {
  const api = wooApi(shop)
  if (!isOrder || !api || !error.hidesOrder) return [nothing(error.why)]
  const changes: ShopChange[] = []
  for await (const page of changedSince(
    api,
    shop,
    `since=${new Date(receivedAt - justBefore).toISOString()}`,
  ))
    changes.push(...page.changes)
  return [...changes, nothing(error.why, sentence('changedRead'))]
}

type Page = { changes: ShopChange[]; cursor: string }

async function* changedSince(api: WooApi, shop: Shop, cursor: string): AsyncGenerator<Page> {
  const findDetails = detailsFrom(api)
  const isAsked = askedByWoo(shop, api)
  for await (const { orders, deleted, cursor: next } of changedOrders(api, cursor)) {
    const problems: ShopChange[] = []
    const readable = orders.flatMap(order => readOne(order, problems))
    const changes = await readOrders(readable, shop, api, { findDetails, isAsked })
    yield { changes: [...deletions(deleted), ...changes, ...problems], cursor: next }
  }
}

/** One order that cannot be read does not hold up the others. */
function readOne(json: { id: string }, problems: ShopChange[]): WooOrder[] {
  try {
    return [readShopJson(wooOrder, json, sentence('orderNamed', { id: json.id }))]
  } catch (error) {
    if (!(error instanceof ShopProblem)) throw error
    problems.push(nothing(error.what, error.mend))
    return []
  }
}

type Asking = { findDetails: FindDetails; isAsked: ReturnType<typeof askedByWoo> }

async function readOrders(
  orders: WooOrder[],
  shop: Shop,
  api: WooApi | undefined,
  { findDetails, isAsked }: Asking = { findDetails: detailsFrom(api), isAsked: askedByWoo(shop, api) },
): Promise<ShopChange[]> {
  const details = await findDetails(orders)
  const { delivered_status = 'completed', product_id } = shop.settings.options
  const reading = {
    url: shopUrl(shop.settings),
    deliveredStatus: delivered_status,
    isByVariation: product_id === 'variant',
  }
  const changes: ShopChange[] = []
  for (const order of orders) {
    const isAskedByShop = await isAsked(order.meta_data)
    changes.push({
      kind: 'order',
      order: { ...readOrder(order, details, reading), ...(isAskedByShop && { isAskedByShop }) },
    })
  }
  return [...changes, ...details.unknown.map(why => nothing(...why))]
}
