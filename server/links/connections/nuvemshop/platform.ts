import type { Platform } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { isLoopbackUrl } from '../shop/loopback-url.ts'
import { nuvemshopApi } from './api.ts'
import { authorizeNuvemshop } from './authorize.ts'
import { backfill } from './backfill.ts'
import { authenticate, read } from './events.ts'
import { repair, test } from './webhooks.ts'

/** Nuvemshop, which is Tiendanube in Spanish: https://tiendanube.github.io/api-documentation, version 2025-03. */
export const nuvemshop: Platform = {
  name: 'nuvemshop',
  needs: ['secret', 'token', 'shop_id'],
  options: {
    shop_id: value => (/^\d{1,15}$/.test(value) ? undefined : sentence('takesShopNumber')),
    app_id: value => (/^\d{1,15}$/.test(value) ? undefined : sentence('takesAppNumber')),
    marketplaces: value => (/^(yes|no)$/.test(value) ? undefined : sentence('takesYesNo')),
    api_url: value => (isLoopbackUrl(value) ? undefined : sentence('takesMachine')),
  },
  authenticate,
  authorize: authorizeNuvemshop,
  read,
  backfill,
  async findDeleted(shop, orderIds) {
    const api = nuvemshopApi(shop)
    const deleted: string[] = []
    for (const id of orderIds) if (await api.lacksOrder(id)) deleted.push(id)
    return deleted
  },
  // One request each, of which Nuvemshop takes two a second.
  mostAsked: 60,
  async hasProduct(shop, productIds) {
    const api = nuvemshopApi(shop)
    for (const id of productIds.slice(0, 5)) if (await api.product(id)) return true
    return false
  },
  test,
  repair,
}
