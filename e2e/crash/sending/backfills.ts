import {
  type FakeWooCommerce,
  startWooCommerce,
  wooOrder,
  wooProducts,
} from '../../../server/test/shops/woocommerce.ts'
import { onCleanUp, runJson } from '../../service.ts'
import { openShop, type Shop } from './shops.ts'
import { type Site, storesOfEach, type Work } from './work.ts'

const each = 400 // orders of a back-fill: several pages
const day = 24 * 60 * 60 * 1000

type Backfill = { shop: Shop; woocommerce: FakeWooCommerce; connectionId: string; begun: number }

/** Back-fills of the orders of shops, one after the other. All orders are there once, each with its request. */
export async function fillBack(site: Site): Promise<Work> {
  const all = await Promise.all(storesOfEach.map(() => connect(site)))
  const sum = (of: (one: Backfill) => number) => all.reduce((total, one) => total + of(one), 0)

  async function begin({ shop, woocommerce, connectionId, begun }: Backfill): Promise<void> {
    const created = begun + woocommerce.orders.size * 1_000
    for (let id = woocommerce.orders.size + 1, made = 0; made < each; made++, id++)
      woocommerce.orders.set(id, wooOrder(id, { created: created + made * 1_000 }))
    const from = new Date(created).toISOString()
    await runJson(['connect', 'backfill', connectionId, '--from', from], site)
    if (!(await isFilling(shop))) throw new Error('The back-fill did not begin.')
  }

  const isFilling = async ({ rows }: Shop) =>
    (await rows('select from connections where store_id = $1 and is_backfilling')).length > 0

  const countOf = async ({ rows }: Shop) =>
    (await rows<{ count: number }>('select count(*)::integer from orders where store_id = $1'))[0]?.count ?? 0

  return {
    feed: async () => {
      await Promise.all(
        all.map(async one => {
          if (!(await isFilling(one.shop))) await begin(one)
        }),
      )
    },
    done: () => sum(({ woocommerce }) => woocommerce.asked.length),
    left: async () => {
      let left = 0
      for (const { shop, woocommerce } of all)
        if (await isFilling(shop)) left += Math.max(1, woocommerce.orders.size - (await countOf(shop)))
      return left
    },
    prove: async () => {
      for (const { shop, woocommerce } of all) {
        const rows = await shop.rows<{ order_id: string; requests: number }>(
          `select order_id, (
            select count(*)::integer
            from review_requests as request
            where request.store_id = orders.store_id and request.order_id = orders.order_id
          ) as requests
          from orders
          where store_id = $1`,
        )
        const found = new Set(rows.map(({ order_id }) => order_id))
        const lost = [...woocommerce.orders.keys()].find(id => !found.has(`${id}`))
        if (lost !== undefined) throw new Error(`Lost: order ${lost} of the shop.`)
        if (rows.length !== woocommerce.orders.size)
          throw new Error(`${rows.length} orders exist, the shop has ${woocommerce.orders.size}.`)
        const wrong = rows.find(({ requests }) => requests !== 1)
        if (wrong) throw new Error(`Order ${wrong.order_id} has ${wrong.requests} requests.`)
        const [used] = await shop.rows<{ sum: number }>(
          'select sum(orders)::integer from order_usage where store_id = $1',
        )
        if (used?.sum !== rows.length)
          throw new Error(`${rows.length} orders, but ${used?.sum} were counted.`)
      }
      const orders = sum(({ woocommerce }) => woocommerce.orders.size)
      return `${orders} orders of ${all.length} shops were read in ${sum(({ woocommerce }) => woocommerce.asked.length)} requests: none is missing or there twice`
    },
  }
}

async function connect(site: Site): Promise<Backfill> {
  const [shop, woocommerce] = [await openShop(site, 'noon'), await startWooCommerce()]
  onCleanUp(woocommerce.close)
  for (const product of wooProducts) woocommerce.products.set(product.id, product)
  const { url, key, token } = woocommerce
  const add = ['connect', 'add', '--store', shop.storeId, '--platform', 'woocommerce']
  const { connection_id: connectionId } = await runJson<{ connection_id: string }>(
    [...add, '--url', url, '--key', key, '--token', token],
    site,
  )
  return { shop, woocommerce, connectionId, begun: Date.now() - 2 * day }
}
