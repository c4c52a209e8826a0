import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Shop, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { readShopJson, shopCurrency, shopId, shopText } from '../shop/shop-json.ts'
import { readProduct } from './product.ts'

const webhook = z.object({ id: shopId, event: shopText, url: shopText })
export type Webhook = z.infer<typeof webhook>

const store = z.object({
  main_language: shopText,
  main_currency: shopCurrency,
  name: z.union([z.string(), z.record(z.string(), z.string().nullish())]).nullish(),
})

const notFound = z.object({ code: z.literal(404) })

export const pageSize = 200
const ids = /^[\w-]{1,40}$/

export type NuvemshopApi = ReturnType<typeof nuvemshopApi>

/** The parts of Nuvemshop's API, version 2025-03, that a connection uses. Each throws ShopProblem. */
export function nuvemshopApi({ settings, fetch }: Shop) {
  const { shop_id = '', api_url = 'https://api.nuvemshop.com.br' } = settings.options
  const products = new Map<string, ReturnType<typeof readProduct> | undefined>()
  let knownStore: z.infer<typeof store> | undefined

  /** Undefined for 404. */
  async function ask(path: string, body?: unknown): Promise<unknown> {
    const { status, json } = await send(path, body)
    if (status >= 200 && status < 300) return json
    if (status === 404) return undefined
    throw problemOf(status)
  }

  async function send(path: string, body?: unknown) {
    const { status, headers, json } = await fetch({
      method: body ? 'POST' : 'GET',
      url: new URL(`/2025-03/${shop_id}/${path}`, api_url),
      headers: {
        accept: 'application/json',
        // Sic. Nuvemshop refuses requests without a User-Agent.
        authentication: `bearer ${settings.token ?? ''}`,
        'user-agent': 'Realword (self-hosted reviews)',
      },
      body,
    })
    // The bucket of 40 requests leaks two a second.
    if (Number(headers['x-rate-limit-remaining'] ?? 40) < 3) await wait(500)
    return { status, json }
  }

  return {
    /** Undefined if the shop has no such order. */
    order: async (id: string): Promise<unknown> =>
      ids.test(id) ? await ask(`orders/${id}?aggregates=fulfillment_orders`) : undefined,

    /** Whether Nuvemshop itself says that there is no such order, and not a page of something before it. */
    async lacksOrder(id: string): Promise<boolean> {
      if (!ids.test(id)) return false
      const { status, json } = await send(`orders/${id}?fields=id`)
      if (status === 404 && notFound.safeParse(json).success) return true
      if (status < 200 || status > 299) throw problemOf(status)
      return false
    },

    fulfillments: async (orderId: string): Promise<unknown> =>
      await ask(`orders/${orderId}/fulfillment-orders`),

    /** A page of the orders that were changed since. Undefined behind the last page. */
    async changedOrders(since: number, page: number): Promise<unknown[] | undefined> {
      const query = new URLSearchParams({
        updated_at_min: new Date(since).toISOString(),
        aggregates: 'fulfillment_orders',
        per_page: String(pageSize),
        page: String(page),
      })
      const json = await ask(`orders?${query}`)
      return json === undefined
        ? undefined
        : readShopJson(z.array(z.unknown()), json, sentence('listOfOrders'))
    },

    /** Undefined if the shop has no such product any more. Each is fetched once. */
    async product(id: string) {
      if (!products.has(id)) {
        const json = ids.test(id) ? await ask(`products/${id}`) : undefined
        products.set(id, json === undefined ? undefined : readProduct(json, id))
      }
      return products.get(id)
    },

    async store() {
      knownStore ??= readShopJson(store, (await ask('store')) ?? {}, sentence('theStore'))
      return knownStore
    },

    async webhooks(): Promise<Webhook[]> {
      return readShopJson(
        z.array(webhook),
        (await ask('webhooks?per_page=200')) ?? [],
        sentence('listOfWebhooks'),
      )
    },

    async addWebhook(event: string, url: string): Promise<void> {
      await ask('webhooks', { event, url })
    },
  }
}

function problemOf(status: number): ShopProblem {
  if (status === 401) return new ShopProblem(sentence('nuvemToken'), sentence('nuvemTokenMend'))
  if (status === 402)
    return new ShopProblem(sentence('nuvemPlan'), sentence('nuvemPlanMend'), { isTemporary: true })
  if (status === 403) return new ShopProblem(sentence('nuvemMay'), sentence('nuvemMayMend'))
  return new ShopProblem(sentence('nuvemStatus', { status }), sentence('later'), {
    isTemporary: status === 429 || status >= 500,
  })
}
