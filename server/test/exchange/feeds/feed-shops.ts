import { createFeed, type FeedFormat, feedFiles } from '../../../exchange/feeds/feeds.ts'
import { createProducts } from '../../../tenants/products/products.ts'
import type { TestApp } from '../../app.ts'
import { aProduct } from '../../factories.ts'
import { aStore, type Member } from '../../users.ts'

/** By whom and when feeds are made. */
export const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'command' } as const

/** A store with these products. */
export async function aShop(
  service: TestApp,
  ...products: Partial<ReturnType<typeof aProduct>>[]
): Promise<Member> {
  const shop = await aStore(service.database, { name: 'Café & Co', locale: 'en' })
  const all = createProducts(service.database, Date.now)
  for (const product of products) await all.create(shop.storeId, aProduct(product))
  return shop
}

export const pot = {
  ...{ product_id: 'pot', name: 'Moka pot', sku: 'POT-6', gtin: '7891234567895', mpn: 'MP-6' },
  ...{ url: 'https://shop.example/p/pot', pictures: ['https://shop.example/pot.jpg'] },
}

/** Creates a feed, and returns the path of its address. */
export async function pathOf(
  service: TestApp,
  { storeId }: Member,
  format: FeedFormat = 'google',
): Promise<string> {
  const { token } = await service.database.transaction(tx => createFeed(tx, storeId, format, by))
  return `/feeds/${token}/${feedFiles[format]}`
}

export async function readFeed(service: TestApp, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(service.url + path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** The texts of all elements of this name. */
export const elementsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text)
