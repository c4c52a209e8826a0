import { type Answer, type Asked, type FakeServer, startFakeServer } from './fake-server.ts'

/** An order as `GET /orders/{id}?aggregates=fulfillment_orders` describes it, with at least these fields. */
export type FakeNuvemshopOrder = {
  id: number
  updated_at: string
  fulfillments?: ({ id: string } & Record<string, unknown>)[]
} & Record<string, unknown>

export type FakeNuvemshop = FakeServer & {
  orders: Map<number, FakeNuvemshopOrder>
  products: Map<number, Record<string, unknown>>
  webhooks: { id: number; event: string; url: string }[]
  /** Events that this shop does not know, and refuses as webhooks. */
  unknownEvents: Set<string>
  /** Whether lists and orders contain their parcels, as shops with several places of stock have it. */
  embedsParcels: boolean
}

/** The app, and the code with which the shop sends the merchant back. */
export const nuvemshopApp = { id: '4711', code: 'code-of-the-installation' }

export const nuvemshopKeys = { shopId: '2718', secret: 'secret-of-the-app', token: 'token-of-the-shop' }

/** Nuvemshop's API, version 2025-03, with one shop. */
export async function startNuvemshop(): Promise<FakeNuvemshop> {
  const server = await startFakeServer(answer)
  const shop: FakeNuvemshop = Object.assign(server, {
    orders: new Map(),
    products: new Map(),
    webhooks: [],
    unknownEvents: new Set<string>(),
    embedsParcels: true,
  })
  return shop

  function answer(request: Asked): Answer {
    const { headers, url } = request
    if (url.pathname === '/apps/authorize/token') return exchange(request.body)
    if (!headers['user-agent']) return refuse(400, 'User-Agent is required')
    const prefix = `/2025-03/${nuvemshopKeys.shopId}/`
    if (headers.authentication !== `bearer ${nuvemshopKeys.token}` || !url.pathname.startsWith(prefix))
      return refuse(401, 'Invalid access token')
    return read(request, url.pathname.slice(prefix.length))
  }

  function read({ method, url, body }: Asked, path: string): Answer {
    const [resource, id, part] = path.split('/')
    if (resource === 'orders')
      return id ? oneOrder(Number(id), part, url.searchParams) : listOrders(url.searchParams)
    if (resource === 'products') return found(shop.products.get(Number(id)))
    if (resource === 'webhooks' && method === 'POST')
      return addWebhook(body as { event: string; url: string })
    if (resource === 'webhooks') return { json: shop.webhooks }
    return { json: { id: Number(nuvemshopKeys.shopId), name: { pt: 'Loja Kaneca' }, main_language: 'pt' } }
  }

  // As documented: what is wrong is answered with 200.
  function exchange(body: unknown): Answer {
    const { client_id, client_secret, code } = body as Record<string, string>
    const isRight =
      client_id === nuvemshopApp.id && client_secret === nuvemshopKeys.secret && code === nuvemshopApp.code
    if (!isRight) return { json: { error: 'invalid_grant', error_description: 'The code is invalid.' } }
    const { shopId, token } = nuvemshopKeys
    return {
      json: { access_token: token, token_type: 'bearer', scope: 'read_orders', user_id: Number(shopId) },
    }
  }

  function oneOrder(id: number, part: string | undefined, query: URLSearchParams): Answer {
    const order = shop.orders.get(id)
    if (!order) return refuse(404, 'Not Found')
    return { json: part === 'fulfillment-orders' ? (order.fulfillments ?? []) : shown(order, query) }
  }

  function listOrders(query: URLSearchParams): Answer {
    const since = Date.parse(query.get('updated_at_min') ?? '1970')
    const perPage = Number(query.get('per_page') ?? 30)
    const page = Number(query.get('page') ?? 1)
    const changed = [...shop.orders.values()]
      .filter(order => Date.parse(order.updated_at) >= since)
      .sort((a, b) => b.id - a.id)
    const last = Math.ceil(changed.length / perPage)
    if (page > last) return refuse(404, `Last page is ${last}`)
    const list = changed.slice((page - 1) * perPage, page * perPage)
    return {
      json: list.map(order => shown(order, query)),
      headers: { 'x-total-count': String(changed.length) },
    }
  }

  /** Without the aggregate an order contains only the ids of its parcels. */
  function shown(order: FakeNuvemshopOrder, query: URLSearchParams) {
    if (shop.embedsParcels && query.get('aggregates') === 'fulfillment_orders') return order
    return { ...order, ...(order.fulfillments && { fulfillments: order.fulfillments.map(({ id }) => id) }) }
  }

  function addWebhook({ event, url }: { event: string; url: string }): Answer {
    if (shop.unknownEvents.has(event)) return refuse(422, 'Invalid event specified')
    const webhook = { id: shop.webhooks.length + 1, event, url }
    shop.webhooks.push(webhook)
    return { status: 201, json: webhook }
  }
}

const found = (json: unknown): Answer => (json ? { json } : refuse(404, 'Not Found'))

const refuse = (code: number, description: string): Answer => ({ status: code, json: { code, description } })

/** What Nuvemshop posts to a webhook. */
export const nuvemshopEvent = (event: string, id: number | string) =>
  Buffer.from(JSON.stringify({ store_id: Number(nuvemshopKeys.shopId), event, id }))
