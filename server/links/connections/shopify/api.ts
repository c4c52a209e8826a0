import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Shop, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { readShopJson } from '../shop/shop-json.ts'
import { requireHttps, shopUrl } from '../shop/shop-url.ts'
import { unknownFields, withoutField } from './unknown-fields.ts'

/** The version of the GraphQL Admin API that the queries were written for. Shopify keeps each for a year. */
const version = '2026-10'

const attempts = 8
const longestPause = 20_000 // ms: a bucket of 2,000 points fills in that time at 100 a second

/** Runs a query of the GraphQL Admin API and returns its data. Throws ShopProblem. */
export type Query = (document: string, variables?: Record<string, unknown>) => Promise<unknown>

/** Undefined without the shop's address, and a token or the app's client id. */
export function shopifyQuery(shop: Shop): Query | undefined {
  const url = shopUrl(shop.settings)
  if (!url || !(shop.settings.token || shop.settings.key)) return undefined
  let lacking: string[] = []
  return async (query, variables = {}) => {
    requireHttps(url)
    for (let attempt = 1; ; attempt++) {
      const asked = lacking.reduce(withoutField, query)
      const { data, errors = [], extensions } = await ask(shop, url, { query: asked, variables })
      if (errors.length === 0) return data
      const unknown = unknownFields(errors).filter(name => withoutField(asked, name) !== asked)
      if (unknown.length > 0 && attempt < attempts) {
        lacking = [...lacking, ...unknown]
        continue
      }
      if (errors[0]?.extensions?.code !== 'THROTTLED') throw failure(errors)
      if (attempt >= attempts) throw busy()
      await pause(untilEnough(extensions?.cost))
    }
  }
}

async function ask(shop: Shop, url: string, body: unknown, isRepeated = false): Promise<Answer> {
  const { status, json } = await shop.fetch({
    method: 'POST',
    url: `${url}/admin/api/${version}/graphql.json`,
    headers: { 'x-shopify-access-token': await tokenOf(shop, url) },
    body,
  })
  // A token may be revoked before its time.
  if (status === 401 && !isRepeated && tokens.delete(idOf(shop, url))) return ask(shop, url, body, true)
  if (status !== 200) throw refusal(status)
  return readShopJson(answer, json, sentence('shopifyAnswer'))
}

const cost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }),
})
const error = z.looseObject({
  message: z.string(),
  extensions: z.looseObject({ code: z.string().nullish() }).nullish(),
})
const answer = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.array(error), z.string().transform(message => [error.parse({ message })])]).optional(),
  extensions: z.object({ cost: cost.nullish().catch(undefined) }).nullish(),
})
type Answer = z.output<typeof answer>

function untilEnough(spent: z.output<typeof cost> | null | undefined): number {
  if (!spent) return 1000
  const { currentlyAvailable, restoreRate } = spent.throttleStatus
  const seconds = (spent.requestedQueryCost - currentlyAvailable) / Math.max(restoreRate, 1)
  return Math.min(Math.max(seconds * 1000, 50), longestPause)
}

// In memory: a token is valid for 24 hours, and a new one costs one request.
const tokens = new LRUCache<string, { token: string; until: number }>({ max: 1000 })
const margin = 5 * 60_000

function idOf({ settings: { key, secret } }: Shop, url: string): string {
  return hash('sha256', JSON.stringify([url, key, secret]))
}

/** The fixed token, or one for the app's client id and secret. */
async function tokenOf(shop: Shop, url: string): Promise<string> {
  const { key, secret, token } = shop.settings
  if (token) return token
  const known = tokens.get(idOf(shop, url))
  if (known && known.until > shop.now) return known.token
  const { status, json } = await shop.fetch({
    method: 'POST',
    url: `${url}/admin/oauth/access_token`,
    body: { client_id: key, client_secret: secret, grant_type: 'client_credentials' },
  })
  const granted = z.object({ access_token: z.string(), expires_in: z.number() }).safeParse(json).data
  if (status !== 200 || !granted)
    throw new ShopProblem(sentence('shopifyNoToken', { status }), sentence('shopifyNoTokenMend'))
  tokens.set(idOf(shop, url), {
    token: granted.access_token,
    until: shop.now + granted.expires_in * 1000 - margin,
  })
  return granted.access_token
}

function busy(): ShopProblem {
  return new ShopProblem(sentence('shopifyBusy'), sentence('triesItself'), {
    isTemporary: true,
  })
}

function refusal(status: number): ShopProblem {
  if (status === 401 || status === 403)
    return new ShopProblem(sentence('shopifyRefuses', { status }), sentence('shopifyRefusesMend'))
  if (status === 404) return new ShopProblem(sentence('shopifyNoShop'), sentence('shopifyNoShopMend'))
  return new ShopProblem(sentence('shopifyStatus', { status }), sentence('checkAddress'))
}

function failure(errors: z.output<typeof error>[]): ShopProblem {
  const messages = errors.map(({ message }) => message).join(' ')
  if (errors.some(({ extensions }) => extensions?.code === 'ACCESS_DENIED'))
    return new ShopProblem(sentence('shopifyDenies', { what: messages }), sentence('shopifyDeniesMend'))
  return new ShopProblem(sentence('shopifyAnswered', { what: messages }), sentence('reportDevelopers'))
}
