import { z } from 'zod'
import {
  type Authenticated,
  type Delivery,
  nothing,
  type Shop,
  type ShopChange,
  ShopProblem,
} from '../platform.ts'
import { sentence } from '../sentences.ts'
import { parseJson } from '../shop/parse-json.ts'
import { shopId, shopText } from '../shop/shop-json.ts'
import { isSignature } from '../shop/webhook-signature.ts'
import { nuvemshopApi } from './api.ts'
import { changeOf, isPlaceholder } from './order.ts'
import { toShopProduct } from './product.ts'

/** Privacy webhooks do not name their event. */
const body = z.object({
  store_id: shopId,
  event: shopText,
  id: shopId.nullish().catch(undefined),
  order_id: shopId.nullish().catch(undefined),
  customer: z.object({ email: shopText }).nullish(),
  orders_to_redact: z.array(z.unknown()).nullish(),
  data_request: z.unknown().optional(),
  orders_requested: z.array(z.unknown()).nullish(),
})
type Body = z.infer<typeof body>

export function authenticate(
  { headers, body: raw }: Delivery,
  { secret, options }: Shop['settings'],
): Authenticated {
  const signature = headers['x-linkedstore-hmac-sha256']?.toLowerCase()
  if (!secret || !isSignature(signature, { body: raw, key: secret, encoding: 'hex' }))
    return { kind: 'refused', why: 'the signature X-Linkedstore-HMAC-SHA256 is missing or wrong' }
  const event = readEvent(raw)
  if (!event) return { kind: 'event', topic: 'unknown' }
  // The app's secret signs for every shop in which the app is installed.
  if (event.store_id !== options.shop_id)
    return { kind: 'refused', why: 'the event comes from another Nuvemshop shop' }
  const subject = orderOf(event) ?? event.id
  return { kind: 'event', topic: topicOf(event), ...(subject && { subject }) }
}

export async function read({ body: raw }: { body: Buffer }, shop: Shop): Promise<ShopChange[]> {
  const event = readEvent(raw)
  if (!event) return [nothing(sentence('nuvemForm'))]
  const topic = topicOf(event)
  const [kind] = topic.split('/')
  if (kind === 'order' || kind === 'fulfillment' || kind === 'fulfillment_order')
    return await readOrder(event, shop)
  if (kind === 'product') return await readProduct(event, topic, shop)
  const email = event.customer?.email ?? ''
  switch (topic) {
    case 'customers/redact':
      return isPlaceholder(email)
        ? [nothing(sentence('nuvemNoAddress'))]
        : [{ kind: 'erase', emails: [email] }]
    case 'customers/data_request':
      return isPlaceholder(email) ? [nothing(sentence('nuvemNoAddress'))] : [{ kind: 'person_export', email }]
    case 'store/redact':
    case 'app/uninstalled':
      return [{ kind: 'disconnected', why: sentence('nuvemUninstalled') }]
    case 'app/suspended':
      return [
        {
          kind: 'disconnected',
          why: sentence('nuvemSuspended'),
        },
      ]
    default:
      return [nothing(sentence('eventUnneeded', { topic }))]
  }
}

async function readOrder(event: Body, shop: Shop): Promise<ShopChange[]> {
  const orderId = orderOf(event)
  if (!orderId) return [nothing(sentence('nuvemParcel'))]
  const api = nuvemshopApi(shop)
  const json = await api.order(orderId)
  if (json === undefined)
    // Right after it was created, the order may not be readable yet.
    throw new ShopProblem(sentence('nuvemNoOrder', { id: orderId }), sentence('nuvemNoOrderMend'), {
      isTemporary: true,
    })
  return [await changeOf(json, orderId, shop, api)]
}

async function readProduct({ id }: Body, topic: string, shop: Shop): Promise<ShopChange[]> {
  const api = nuvemshopApi(shop)
  const product = topic === 'product/deleted' || !id ? undefined : await api.product(id)
  if (!product) return [nothing(sentence('nuvemProduct'))]
  return [{ kind: 'product', product: toShopProduct(product, await api.store()) }]
}

/** Ids of orders are numbers. Those of parcels are not, and not every event about a parcel names its order. */
const orderOf = ({ id, order_id }: Body) => order_id ?? (id && /^\d+$/.test(id) ? id : undefined)

function topicOf({ event, orders_to_redact, data_request, orders_requested, customer }: Body): string {
  if (event) return event
  if (orders_to_redact) return 'customers/redact'
  if (data_request || orders_requested) return 'customers/data_request'
  return customer ? 'unknown' : 'store/redact'
}

function readEvent(raw: Buffer): Body | undefined {
  try {
    return body.safeParse(parseJson(raw)).data
  } catch {
    return undefined
  }
}
