import { createHmac, hash, randomInt } from 'node:crypto'
import { type Answer, type Asked, type FakeServer, startFakeServer } from './fake-server.ts'

export type WooLine = {
  id: number
  name: string
  product_id: number
  variation_id: number
  quantity: number
  total: string
  sku: string
  price: number
  image: { id: number | string; src: string }
  parent_name: string | null
}

/** The part of an order that Realword reads. Times are in ms here, and in UTC without an offset on the wire. */
export type WooOrder = {
  id: number
  status: string
  created: number
  modified: number
  completed?: number
  billing: { first_name: string; last_name: string; email: string; phone: string }
  line_items: WooLine[]
  refunds: { id: number; line_items: { line: number; quantity: number; total: string }[] }[]
  meta_data?: { id: number; key: string; value: unknown }[]
}
export type WooProduct = {
  id: number
  name: string
  sku: string
  price: string
  permalink: string
  global_unique_id: string
  images: { src: string }[]
  /** As WPML and Polylang add them. */
  translations?: Record<string, number>
  variations?: { id: number; global_unique_id: string; image: { src: string } }[]
}
type Hook = { id: number; name: string; topic: string; status: string; delivery_url: string; secret: string }

export type FakeWooCommerce = FakeServer & {
  key: string
  token: string
  orders: Map<number, WooOrder>
  products: Map<number, WooProduct>
  hooks: Hook[]
  /** What is answered in the place of one order. */
  instead: { ofOrder?: Answer }
  /** Whether the consumer key may write. */
  mayWrite: (may: boolean) => void
  /** The setting of its own review mails. `absent`: a version before 10.8. `hidden`: the key may not see settings. */
  reviewMails: { enabled: 'yes' | 'no' | 'absent' | 'hidden' }
}

/** A WooCommerce 9.5.1 as far as its recorded answers and deliveries say: orders, products, refunds, webhooks. */
export async function startWooCommerce(): Promise<FakeWooCommerce> {
  const shop = {
    key: 'ck_test',
    token: 'cs_test',
    orders: new Map(),
    products: new Map(),
    hooks: [] as Hook[],
    instead: {},
    reviewMails: { enabled: 'absent' } as FakeWooCommerce['reviewMails'],
  }
  let mayWrite = true
  const server = await startFakeServer(request => answer(request, shop, mayWrite))
  return Object.assign(server, shop, {
    mayWrite: (may: boolean) => {
      mayWrite = may
    },
  })
}

type Shop = Pick<
  FakeWooCommerce,
  'key' | 'token' | 'orders' | 'products' | 'hooks' | 'instead' | 'reviewMails'
>

function answer(request: Asked, shop: Shop, mayWrite: boolean): Answer {
  const path = /^\/wp-json\/wc\/v3\/(.+)$/.exec(request.url.pathname)?.[1]
  if (!path) return refuse(404, 'rest_no_route', 'No route was found.')
  const basic = `Basic ${Buffer.from(`${shop.key}:${shop.token}`).toString('base64')}`
  if (request.headers.authorization !== basic)
    return refuse(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
  if (request.method !== 'GET') {
    if (!mayWrite)
      return refuse(
        401,
        'woocommerce_rest_authentication_error',
        'The API key provided does not have write permissions.',
      )
    if (path.startsWith('settings/')) return writeSetting(path, request.body as { value: 'yes' | 'no' }, shop)
    return writeHook(path, request.body as Partial<Hook>, shop)
  }
  if (path.startsWith('settings/')) return readSetting(path, shop)
  return read(path, request.url.searchParams, shop)
}

const refuse = (status: number, code: string, message: string): Answer => ({
  status,
  json: { code, message, data: { status } },
})

/** As WooCommerce 11.2's controller of setting options answers. */
function readSetting(path: string, { reviewMails: { enabled } }: Shop): Answer {
  if (enabled === 'hidden')
    return refuse(403, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
  if (path !== 'settings/email_customer_review_request/enabled' || enabled === 'absent')
    return refuse(404, 'rest_setting_setting_group_invalid', 'Invalid setting group.')
  return {
    json: {
      ...{ id: 'enabled', label: 'Enable/Disable', description: '', type: 'checkbox', default: 'no' },
      ...{ value: enabled, group_id: 'email_customer_review_request' },
    },
  }
}

function writeSetting(path: string, { value }: { value: 'yes' | 'no' }, shop: Shop): Answer {
  const before = readSetting(path, shop)
  if (before.status) return before
  shop.reviewMails.enabled = value
  return readSetting(path, shop)
}

function read(path: string, query: URLSearchParams, { orders, products, hooks, instead }: Shop): Answer {
  const [resource, id, part] = path.split('/')
  if (resource === 'webhooks')
    return page(
      hooks.map(({ secret: _, ...shown }) => shown),
      query,
    )
  if (resource === 'orders' && part === 'refunds') {
    const order = orders.get(Number(id))
    if (!order) return refuse(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
    return page(order.refunds.map(refundJson), query)
  }
  const included = new Set(query.get('include')?.split(',').map(Number))
  if (resource === 'orders' && id) {
    const order = orders.get(Number(id))
    if (instead.ofOrder) return instead.ofOrder
    return order
      ? { json: orderJson(order) }
      : refuse(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  }
  if (resource === 'orders')
    return page(
      listOrders(orders, query)
        .filter(order => included.size === 0 || included.has(order.id))
        .map(orderJson),
      query,
    )
  const all = part === 'variations' ? (products.get(Number(id))?.variations ?? []) : [...products.values()]
  return page(
    all.filter(one => included.has(one.id)),
    query,
  )
}

function listOrders(orders: Shop['orders'], query: URLSearchParams): WooOrder[] {
  const after = Date.parse(`${query.get('modified_after')}Z`)
  return [...orders.values()]
    .filter(order => (order.status === 'trash') === (query.get('status') === 'trash'))
    .filter(order => Number.isNaN(after) || seconds(order.modified) > after)
    .sort((a, b) => seconds(a.modified) - seconds(b.modified) || a.id - b.id)
}

const seconds = (time: number) => Math.floor(time / 1000) * 1000

function page(all: unknown[], query: URLSearchParams): Answer {
  const size = Number(query.get('per_page') ?? 10)
  const number = Number(query.get('page') ?? 1)
  return {
    json: all.slice((number - 1) * size, number * size),
    headers: { 'x-wp-total': String(all.length), 'x-wp-totalpages': String(Math.ceil(all.length / size)) },
  }
}

function writeHook(path: string, body: Partial<Hook>, { hooks }: Shop): Answer {
  const id = Number(path.split('/')[1])
  const existing = hooks.find(hook => hook.id === id)
  if (id && !existing) return refuse(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.')
  const hook = existing ?? {
    id: Math.max(0, ...hooks.map(hook => hook.id)) + 1,
    name: '',
    topic: '',
    status: 'active',
    delivery_url: '',
    secret: '',
  }
  Object.assign(hook, body)
  if (!existing) hooks.push(hook)
  const { secret: _, ...shown } = hook
  return { status: existing ? 200 : 201, json: shown }
}

/** An order as the REST API and the webhooks show it. */
export function orderJson(order: WooOrder): Record<string, unknown> {
  const { created, modified, completed, refunds, ...rest } = order
  return {
    ...rest,
    number: String(order.id),
    currency: 'BRL',
    date_created_gmt: wire(created),
    date_modified_gmt: wire(modified),
    date_completed_gmt: completed === undefined ? null : wire(completed),
    meta_data: order.meta_data ?? [],
    refunds: refunds.map(({ id, line_items }) => ({
      id,
      reason: '',
      total: String(line_items.reduce((sum, line) => sum - Number(line.total), 0)),
    })),
    payment_url: `https://shop.example/checkout/order-pay/${order.id}/`,
  }
}

const wire = (time: number) => new Date(time).toISOString().slice(0, 19)

const refundJson = ({ id, line_items }: WooOrder['refunds'][number]) => ({
  id,
  line_items: line_items.map(({ line, quantity, total }) => ({
    id: id * 100 + line,
    quantity: -quantity,
    total: `-${total}`,
    meta_data: [{ id: 1, key: '_refunded_item_id', value: String(line) }],
  })),
})

/** A delivery with WooCommerce's headers: its id is a hash of the hook and of the second. */
export function delivery(
  topic: string,
  payload: unknown,
  secret: string,
  second = randomInt(1e9),
): { headers: Record<string, string>; body: Buffer } {
  const body = Buffer.from(JSON.stringify(payload).replaceAll('/', '\\/'))
  const [resource = '', event = ''] = topic.split('.')
  return {
    body,
    headers: {
      'user-agent': 'WooCommerce/9.5.1 Hookshot (WordPress/6.7.1)',
      'content-type': 'application/json',
      'x-wc-webhook-source': 'https://shop.example/',
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-resource': resource,
      'x-wc-webhook-event': event,
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
      'x-wc-webhook-id': '1',
      'x-wc-webhook-delivery-id': hash('md5', `1${second}`),
    },
  }
}

/** An order of two products, one of them in a variation, as the recorded shop has it. */
export function wooOrder(id: number, changes: Partial<WooOrder> = {}): WooOrder {
  const created = changes.created ?? Date.parse('2026-11-22T13:43:10Z')
  return {
    id,
    status: 'completed',
    created,
    modified: created + 2000,
    completed: created + 2000,
    billing: {
      first_name: 'Ana',
      last_name: 'Martins',
      email: `ana${id}@example.com`,
      phone: '+55 11 90000-0000',
    },
    line_items: [
      {
        id: 4,
        name: 'Cafeteira moka 6',
        product_id: 10,
        variation_id: 0,
        quantity: 1,
        total: '149.90',
        sku: 'MOKA-6',
        price: 149.9,
        image: { id: '', src: '' },
        parent_name: null,
      },
      {
        id: 5,
        name: 'Caneca de grés - Verde',
        product_id: 11,
        variation_id: 12,
        quantity: 2,
        total: '79.80',
        sku: 'MUG-GREEN',
        price: 39.9,
        image: { id: 0, src: '' },
        parent_name: 'Caneca de grés',
      },
    ],
    refunds: [],
    ...changes,
  }
}

/** The products of `wooOrder`. */
export const wooProducts: WooProduct[] = [
  {
    id: 10,
    name: 'Cafeteira moka 6',
    sku: 'MOKA-6',
    price: '149.90',
    permalink: 'https://shop.example/product/cafeteira-moka-6/',
    global_unique_id: '7891234567895',
    images: [{ src: 'https://shop.example/moka.jpg' }],
  },
  {
    id: 11,
    name: 'Caneca de grés',
    sku: 'MUG',
    price: '39.90',
    permalink: 'https://shop.example/product/caneca-de-gres/',
    global_unique_id: '',
    images: [{ src: 'https://shop.example/mug.jpg' }],
    variations: [
      { id: 12, global_unique_id: '7890000000017', image: { src: 'https://shop.example/green.jpg' } },
    ],
  },
]
