import type { Platform, Shop } from '../../server/links/connections/platform.ts'
import { shopify } from '../../server/links/connections/shopify/platform.ts'
import { woocommerce } from '../../server/links/connections/woocommerce/platform.ts'
import type { FakeServer } from '../../server/test/shops/fake-server.ts'
import { fillBack, ordersIn } from '../../server/test/shops/fill-back.ts'
import { loopbackFetch } from '../../server/test/shops/loopback-fetch.ts'
import { shopifyOrder, startShopify } from '../../server/test/shops/shopify.ts'
import { startWooCommerce, wooOrder, wooProducts } from '../../server/test/shops/woocommerce.ts'

export type Filled = { platform: string; orders: number; repeated: number; requests: number; seconds: number }

const start = Date.parse('2026-01-01T00:00:00Z')
const apart = 400 // ms: several orders change in one second

/**
 * Reads all orders of a shop that fails a part of its requests, again from the last cursor after each failure. Throws if
 * one is missing.
 */
export async function fillBackFrom(
  name: 'woocommerce' | 'shopify',
  orders: number,
  share: number,
  random: () => number,
): Promise<Filled> {
  const { platform, fake, settings } =
    name === 'woocommerce' ? await aWooCommerce(orders) : await aShopify(orders)
  fake.fail(share, random)
  const begun = performance.now()
  try {
    const shop: Shop = { settings, fetch: loopbackFetch, now: Date.now() }
    const { changes } = await fillBack(platform, shop, `since=${new Date(start).toISOString()}`)
    const ids = ordersIn(changes)
    const found = new Set(ids).size
    if (found !== orders) throw new Error(`${name}: ${found} of ${orders} orders were found.`)
    return {
      ...{ platform: name, orders, repeated: ids.length - found, requests: fake.asked.length },
      seconds: (performance.now() - begun) / 1000,
    }
  } finally {
    await fake.close()
  }
}

type Filling = { platform: Platform; fake: FakeServer; settings: Shop['settings'] }

async function aWooCommerce(orders: number): Promise<Filling> {
  const fake = await startWooCommerce()
  for (const product of wooProducts) fake.products.set(product.id, product)
  for (let id = 1; id <= orders; id++) fake.orders.set(id, wooOrder(id, { created: start + id * apart }))
  const settings = { secret: 'secret', url: fake.url, key: fake.key, token: fake.token, options: {} }
  return { platform: woocommerce, fake, settings }
}

async function aShopify(orders: number): Promise<Filling> {
  const fake = await startShopify()
  for (let id = 1; id <= orders; id++)
    fake.orders.set(id, shopifyOrder(id, { updated_at: new Date(start + id * apart).toISOString() }))
  return {
    platform: shopify,
    fake,
    settings: { secret: fake.clientSecret, url: fake.url, key: fake.clientId, options: {} },
  }
}
