import { createHmac, randomUUID } from 'node:crypto'
import { type Answer, type Asked, type FakeServer, startFakeServer } from './fake-server.ts'

export type ShopifyLine = {
  id: number
  product_id: number | null
  variant_id: number | null
  sku: string
  title: string
  name: string
  price: string
  quantity: number
  current_quantity: number
  requires_shipping: boolean
}
export type ShopifyParcel = {
  id: number
  status: string
  shipment_status: string | null
  created_at: string
  updated_at: string
  /** Known to the API alone. */
  delivered_at?: string
  line_items: { id: number; quantity: number }[]
}
/** An order as webhooks send it. */
export type ShopifyOrder = {
  id: number
  created_at: string
  processed_at: string
  updated_at: string
  cancelled_at: string | null
  financial_status: string
  email: string
  phone: string | null
  customer_locale: string
  order_status_url: string
  customer: { first_name: string; last_name: string; phone: string | null }
  line_items: ShopifyLine[]
  fulfillments: ShopifyParcel[]
}

export type FakeShopify = FakeServer & {
  clientId: string
  clientSecret: string
  /** Every token that was given. The last one is valid. */
  tokens: string[]
  orders: Map<number, ShopifyOrder>
  hooks: { topic: string; uri: string }[]
  scopes: string[]
  /** The addresses of products in the online store. */
  pages: Map<number, string>
  /** The next queries that are refused because of their cost. */
  throttle: { next: number }
  /** Fields that its API does not have. */
  lacks: Set<string>
  /** Every query is refused with this code. */
  deny: { code: string | undefined }
}

/** A Shopify shop with one app, from the contract of version 2026-10: tokens, orders, products, webhooks. */
export async function startShopify(): Promise<FakeShopify> {
  const shop = {
    clientId: 'client-id',
    clientSecret: 'client-secret',
    tokens: [] as string[],
    orders: new Map<number, ShopifyOrder>(),
    hooks: [] as FakeShopify['hooks'],
    scopes: ['read_orders', 'read_products', 'read_customers', 'read_fulfillments'],
    pages: new Map<number, string>(),
    throttle: { next: 0 },
    lacks: new Set<string>(),
    deny: { code: undefined as string | undefined },
  }
  const server = await startFakeServer(request => answer(request, shop))
  return Object.assign(server, shop)
}

type Shop = Omit<FakeShopify, keyof FakeServer>
type Variables = {
  id: string
  first: number
  after: string | null
  query: string
  lines: number
  parcels: number
  pieces: number
  topic: string
  uri: string
  ids: string[]
}

function answer({ url, headers, body }: Asked, shop: Shop): Answer {
  if (url.pathname === '/admin/oauth/access_token') return grant(body as Record<string, string>, shop)
  if (url.pathname !== '/admin/api/2026-10/graphql.json')
    return { status: 404, json: { errors: 'Not Found' } }
  if (headers['x-shopify-access-token'] !== shop.tokens.at(-1))
    return { status: 401, json: { errors: 'Invalid' } }
  const { query, variables } = body as { query: string; variables: Variables }
  const cost = { requestedQueryCost: 800, throttleStatus: { currentlyAvailable: 795, restoreRate: 100 } }
  const code = shop.throttle.next-- > 0 ? 'THROTTLED' : shop.deny.code
  if (code) return { json: { errors: [{ message: code, extensions: { code } }], extensions: { cost } } }
  const unknown = [...shop.lacks].filter(name => new RegExp(`\\b${name}\\b`).test(query))
  if (unknown.length > 0) return { json: { errors: unknown.map(unknownField) } }
  const operation = /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? ''
  return { json: { data: operations[operation]?.(variables, shop), extensions: { cost } } }
}

const unknownField = (name: string) => ({
  message: `Field '${name}' doesn't exist on type 'LineItem'`,
  path: ['query Order', 'order', name],
  extensions: { code: 'undefinedField', typeName: 'LineItem', fieldName: name },
})

function grant({ client_id, client_secret, grant_type }: Record<string, string>, shop: Shop): Answer {
  const isRight =
    client_id === shop.clientId && client_secret === shop.clientSecret && grant_type === 'client_credentials'
  if (!isRight) return { status: 400, json: { error: 'invalid_client' } }
  shop.tokens.push(`shpat_${shop.tokens.length}`)
  return { json: { access_token: shop.tokens.at(-1), scope: shop.scopes.join(','), expires_in: 86399 } }
}

const operations: Record<string, (variables: Variables, shop: Shop) => unknown> = {
  Order: (variables, shop) => {
    const order = shop.orders.get(idOf(variables.id))
    return { order: order ? orderNode(order, variables, shop) : null }
  },
  Orders: (variables, shop) => {
    const from = Date.parse(/updated_at:>='([^']+)'/.exec(variables.query)?.[1] ?? '')
    const [afterTime, afterId] = (variables.after ?? '-1:0').split(':').map(Number) as [number, number]
    const rest = [...shop.orders.values()]
      .map(order => ({ order, time: Date.parse(order.updated_at) }))
      .filter(({ time }) => time >= from)
      .filter(({ order, time }) => time > afterTime || (time === afterTime && order.id > afterId))
    // Sorting 50,000 orders for each page of 8 would take most of the time of a torture.
    const listed = firstOf(rest, variables.first, (a, b) => a.time - b.time || a.order.id - b.order.id)
    const last = listed.at(-1)
    const endCursor = last ? `${last.time}:${last.order.id}` : null
    return {
      orders: {
        nodes: listed.map(({ order }) => orderNode(order, variables, shop)),
        pageInfo: { hasNextPage: rest.length > listed.length, endCursor },
      },
    }
  },
  Nodes: ({ ids }, shop) => ({
    nodes: ids.map(id =>
      (id.includes('/Product/') ? shop.pages : shop.orders).has(idOf(id)) ? { id } : null,
    ),
  }),
  Lines: ({ id, after }, shop) => {
    const order = shop.orders.get(idOf(id))
    return {
      order: order && {
        lineItems: pageOf(
          order.line_items.map(line => lineNode(line, shop)),
          50,
          after,
        ),
      },
    }
  },
  Parcels: ({ id }, shop) => {
    const order = shop.orders.get(idOf(id))
    return { order: order && { fulfillments: order.fulfillments.slice(0, 100).map(parcelNode) } }
  },
  Pieces: ({ id, after }, shop) => {
    const parcel = [...shop.orders.values()]
      .flatMap(order => order.fulfillments)
      .find(one => one.id === idOf(id))
    return {
      fulfillment: parcel && { fulfillmentLineItems: pageOf(parcel.line_items.map(pieceNode), 100, after) },
    }
  },
  Product: ({ id }, shop) => ({
    product: shop.pages.has(idOf(id))
      ? { onlineStoreUrl: shop.pages.get(idOf(id)), featuredMedia: null }
      : null,
  }),
  Access: ({ after }, shop) => ({
    shop: { name: 'Gres' },
    currentAppInstallation: { accessScopes: shop.scopes.map(handle => ({ handle })) },
    webhookSubscriptions: pageOf(shop.hooks, 100, after),
  }),
  Subscribe: ({ topic, uri }, { hooks }) => {
    const isTaken = hooks.some(hook => hook.topic === topic && hook.uri === uri)
    if (!isTaken) hooks.push({ topic, uri })
    const userErrors = isTaken ? [{ message: 'Address for this topic has already been taken' }] : []
    return { webhookSubscriptionCreate: { userErrors } }
  },
}

/** The first items in an order, sorted. */
function firstOf<T>(items: T[], count: number, compare: (a: T, b: T) => number): T[] {
  const first: T[] = []
  for (const item of items) {
    const last = first[count - 1]
    if (last && compare(item, last) >= 0) continue
    first.push(item)
    first.sort(compare)
    if (first.length > count) first.pop()
  }
  return first
}

const idOf = (gid: string) => Number(gid.split('/').at(-1))
const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`

/** A cursor is the number of items before it. */
function pageOf<T>(all: T[], size: number, after: string | null = null) {
  const start = Number(after ?? 0)
  const nodes = all.slice(start, start + size)
  const end = start + nodes.length
  return { nodes, pageInfo: { hasNextPage: end < all.length, endCursor: String(end) } }
}

function orderNode(order: ShopifyOrder, { lines, parcels, pieces }: Variables, shop: Shop) {
  const { customer } = order
  return {
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    createdAt: order.created_at,
    processedAt: order.processed_at,
    updatedAt: order.updated_at,
    cancelledAt: order.cancelled_at,
    displayFinancialStatus: order.financial_status.toUpperCase(),
    email: order.email,
    phone: order.phone,
    customerLocale: order.customer_locale,
    customer: { firstName: customer.first_name, lastName: customer.last_name },
    billingAddress: null,
    lineItems: pageOf(
      order.line_items.map(line => lineNode(line, shop)),
      lines,
    ),
    fulfillments: order.fulfillments.slice(0, parcels).map(parcel => ({
      ...parcelNode(parcel),
      fulfillmentLineItems: pageOf(parcel.line_items.map(pieceNode), pieces),
    })),
  }
}

function lineNode(line: ShopifyLine, { pages }: Shop) {
  const { product_id, variant_id } = line
  return {
    id: gid('LineItem', line.id),
    sku: line.sku,
    title: line.title,
    name: line.name,
    currentQuantity: line.current_quantity,
    requiresShipping: line.requires_shipping,
    image: null,
    discountedUnitPriceSet: { shopMoney: { amount: line.price } },
    product: product_id && {
      legacyResourceId: String(product_id),
      onlineStoreUrl: pages.get(product_id) ?? null,
      featuredMedia: { preview: { image: { url: `https://cdn.example/${product_id}.jpg` } } },
    },
    variant: variant_id && { legacyResourceId: String(variant_id), barcode: `789${variant_id}` },
  }
}

function parcelNode(parcel: ShopifyParcel) {
  const displayStatus = (parcel.shipment_status ?? 'fulfilled').toUpperCase()
  const isDelivered = parcel.delivered_at !== undefined
  return {
    id: gid('Fulfillment', parcel.id),
    status: parcel.status.toUpperCase(),
    displayStatus,
    createdAt: parcel.created_at,
    updatedAt: parcel.updated_at,
    // Some carriers' apps only add an event.
    deliveredAt: null,
    events: { nodes: isDelivered ? [{ status: 'DELIVERED', happenedAt: parcel.delivered_at }] : [] },
  }
}

const pieceNode = ({ id, quantity }: { id: number; quantity: number }) => ({
  quantity,
  lineItem: { id: gid('LineItem', id) },
})

/** A delivery with Shopify's headers. */
export function delivery(
  topic: string,
  payload: unknown,
  { secret, domain = 'gres.myshopify.com' }: { secret: string; domain?: string },
): { headers: Record<string, string>; body: Buffer } {
  const body = Buffer.from(JSON.stringify(payload))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': domain,
      'x-shopify-api-version': '2026-10',
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': randomUUID(),
    },
  }
}

/** A line, as many as wanted of each product. */
export function shopifyLine(id: number, changes: Partial<ShopifyLine> = {}): ShopifyLine {
  return {
    id,
    product_id: 7000 + id,
    variant_id: 8000 + id,
    sku: `SKU-${id}`,
    title: `Mug ${id}`,
    name: `Mug ${id} - Green`,
    price: '39.90',
    quantity: 1,
    current_quantity: 1,
    requires_shipping: true,
    ...changes,
  }
}

/** An order of two lines, without parcels. */
export function shopifyOrder(id: number, changes: Partial<ShopifyOrder> = {}): ShopifyOrder {
  return {
    id,
    created_at: '2026-11-20T10:00:00-03:00',
    processed_at: '2026-11-20T10:00:00-03:00',
    updated_at: '2026-11-21T10:00:00-03:00',
    cancelled_at: null,
    financial_status: 'paid',
    email: `ana${id}@example.com`,
    phone: null,
    customer_locale: 'pt-BR',
    order_status_url: `https://gres.example/1/orders/${id}/authenticate?key=k`,
    customer: { first_name: 'Ana', last_name: 'Martins', phone: '+5511900000000' },
    line_items: [shopifyLine(1), shopifyLine(2, { quantity: 2, current_quantity: 2 })],
    fulfillments: [],
    ...changes,
  }
}

/** A parcel on its way, with these pieces: the line's id and a quantity. */
export function shopifyParcel(
  id: number,
  pieces: [id: number, quantity: number][],
  changes: Partial<ShopifyParcel> = {},
): ShopifyParcel {
  return {
    id,
    status: 'success',
    shipment_status: 'in_transit',
    created_at: '2026-11-20T12:00:00Z',
    updated_at: '2026-11-20T12:00:00Z',
    line_items: pieces.map(([id, quantity]) => ({ id, quantity })),
    ...changes,
  }
}
