import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Container } from '../../../../packages/medusa/src/realword/medusa.ts'
import { sendOrders } from '../../../../packages/medusa/src/realword/orders.ts'
import { sendProducts } from '../../../../packages/medusa/src/realword/products.ts'
import { addRatings } from '../../../../packages/medusa/src/realword/ratings.ts'
import { send } from '../../../../packages/medusa/src/realword/send.ts'
import { readOrder } from '../../../asking/orders/orders.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { listen as listenHere } from '../../../test/network/listen.ts'
import { aStore } from '../../../test/users.ts'
import { addConnection } from '../connections.ts'
import { medusa } from './platform.ts'

// The plugin beside the real service. `npm run test:shops` runs it inside the real Medusa.

let service: TestApp
const servers: Server[] = []
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const logger = { info: () => {}, warn: () => {} }

/** Medusa as the plugin sees it, with these rows. */
function shopWith(rows: Record<string, unknown>[], options: object): Container {
  const known: Record<string, unknown> = {
    query: { graph: async () => ({ data: rows }) },
    logger,
    configModule: { plugins: ['other', { resolve: '@realword/medusa', options }] },
  }
  return { resolve: (name: string) => known[name] } as Container
}

async function connect() {
  const { storeId, storeKey } = await aStore(service.database)
  const { connection, secret } = await addConnection(
    service.database,
    storeId,
    { platform: 'medusa' },
    { secrets: readSecrets({ SECRET: testSecret, DATA_DIR: '' }), address: service.url, now: Date.now() },
  )
  const webhookUrl = `${service.url}/connect/medusa/${connection.connection_id}`
  return { storeId, storeKey, options: { webhookUrl, secret, productUrl: 'https://shop.example/p/{handle}' } }
}

// Amounts are numbers, texts or objects, as Medusa returns them.
const order = {
  id: 'order_1',
  created_at: new Date('2026-11-16T14:03:00Z'),
  email: 'ana@example.com',
  payment_status: 'captured',
  customer: null,
  shipping_address: { first_name: 'Ana', last_name: 'Martins', phone: '+55 11 90000-0000' },
  items: [
    {
      id: 'item_1',
      product_id: 'prod_1',
      product_title: 'Moka pot',
      product_handle: 'moka pot',
      unit_price: { value: '149.9' },
      quantity: '2',
      detail: { quantity: { value: '2' }, return_received_quantity: 1 },
      variant: { ean: null, upc: '036000291452' },
    },
    { id: 'item_2', product_id: null, title: 'Gift wrapping', quantity: 1 },
    null,
  ],
  fulfillments: [
    {
      shipped_at: '2026-11-17T12:00:00Z',
      delivered_at: new Date('2026-11-20T18:30:00Z'),
      items: [{ line_item_id: 'item_1', quantity: { value: '1' } }],
    },
  ],
}

test('an order of the plugin is asked about when what the buyer keeps was delivered', async () => {
  const { storeId, options } = await connect()
  await sendOrders(shopWith([order], options), ['order_1'])
  await service.runDue()
  expect(await readOrder(service.database, storeId, 'order_1')).toMatchObject({
    products: [
      {
        product_id: 'prod_1',
        name: 'Moka pot',
        price: 149.9,
        gtin: '036000291452',
        url: 'https://shop.example/p/moka%20pot',
      },
    ],
    customers: [{ name: 'Ana Martins', email: 'ana@example.com', phone: '+55 11 90000-0000' }],
    delivery_date: new Date('2026-11-20T18:30:00Z'),
    requests: [{ email: 'ana@example.com', state: 'scheduled' }],
  })
})

test.each([
  ['太郎', '山田', '山田 太郎'],
  ['민수', '김', '김 민수'],
  ['Kenji', '山田', 'Kenji 山田'],
  ['Ana', null, 'Ana'],
])('the name of %s and %s is %s', async (first_name, last_name, name) => {
  const received: Buffer[] = []
  const { url } = await listen(received, [200])
  const named = { ...order, shipping_address: { first_name, last_name } }
  await sendOrders(shopWith([named], { webhookUrl: url, secret: 'x' }), ['order_1'])
  expect(JSON.parse(String(received[0])).data.order.customer.name).toBe(name)
})

test('a product of the plugin is read', async () => {
  const received: Buffer[] = []
  const { url } = await listen(received, [200])
  const product = {
    id: 'p',
    title: 'Pot',
    handle: 'pot',
    thumbnail: 'https://a.example/1',
    images: [{ url: 'https://a.example/1' }],
  }
  const options = { webhookUrl: url, secret: 'x', productUrl: 'https://shop.example/p/{handle}' }
  await sendProducts(shopWith([product], options), ['p'])
  const shop = { settings: { secret: 'x', options: {} }, fetch: async () => expect.unreachable(), now: 0 }
  const [body = Buffer.from('')] = received
  expect(await medusa.read({ topic: 'product.updated', body, receivedAt: 0 }, shop)).toEqual([
    {
      kind: 'product',
      product: {
        productId: 'p',
        name: 'Pot',
        sku: '',
        price: 0,
        url: 'https://shop.example/p/pot',
        pictures: ['https://a.example/1'],
      },
    },
  ])
})

/** A server that answers with these states, one after the other, and keeps what was sent. */
async function listen(bodies: Buffer[], states: number[], kinds: string[] = [], ids: unknown[] = []) {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const headers = request.headers as Record<string, string>
    kinds.push(medusa.authenticate({ headers, body }, { secret: 'x', options: {} }, Date.now()).kind)
    ids.push(headers['webhook-id'])
    bodies.push(body)
    response.writeHead(states[bodies.length - 1] ?? 500).end()
  })
  servers.push(server)
  return { url: `${(await listenHere(server)).url}/` }
}

test('what Realword did not take is sent again, with the same id and body', async () => {
  const [bodies, kinds, ids] = [[] as Buffer[], [] as string[], [] as unknown[]]
  const { url } = await listen(bodies, [503, 429, 200], kinds, ids)
  await send('order.updated', { order }, { webhookUrl: url, secret: 'x' }, logger, [0, 0, 0, 0])
  await expect.poll(() => kinds).toEqual(['event', 'event', 'event'])
  expect(new Set(ids).size).toBe(1)
  expect(new Set(bodies.map(String)).size).toBe(1)
})

test('a refusal is not repeated, and is named in the log', async () => {
  const warnings: string[] = []
  const bodies: Buffer[] = []
  const { url } = await listen(bodies, [401])
  const options = { webhookUrl: url, secret: 'x' }
  await send('order.updated', {}, options, { ...logger, warn: text => warnings.push(text) }, [0])
  expect(warnings).toEqual(['Realword did not take order.updated: status 401. It is sent again tonight.'])
  expect(bodies).toHaveLength(1)
})

test('a shop without the options says which ones are needed', async () => {
  await expect(sendOrders(shopWith([order], { secret: 'x' }), ['order_1'])).rejects.toThrow(
    'needs the options webhookUrl and secret',
  )
})

test('products show their ratings, and nothing while Realword does not answer', async () => {
  const { storeId, storeKey, options } = await connect()
  const body = { products: [{ id: 'unrated' }], count: 1 }
  await addRatings(body, { ...options, secret: 'x', storeId, storeKey }, logger)
  expect(body).toEqual({ products: [{ id: 'unrated', realword_rating: null }], count: 1 })
  const other = { product: { id: 'another' } }
  const warnings: string[] = []
  const wrong = { ...options, secret: 'x', storeId, storeKey: 'wrong' }
  await addRatings(other, wrong, { ...logger, warn: text => warnings.push(text) })
  expect(other).toEqual({ product: { id: 'another' } })
  expect(warnings).toEqual([expect.stringMatching(/^Realword did not answer with ratings: status 4\d\d\.$/)])
})
