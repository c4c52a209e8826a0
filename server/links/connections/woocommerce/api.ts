import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Shop, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { requireHttps, shopUrl } from '../shop/shop-url.ts'

type Query = Record<string, string | number>

/** WooCommerce's REST API v3. Each call returns the JSON of a 2xx, and throws ShopProblem for all else. */
export type WooApi = {
  get: (path: string, query?: Query) => Promise<{ json: unknown; headers: Record<string, string> }>
  send: (method: 'POST' | 'PUT', path: string, body: unknown) => Promise<unknown>
  /** Whether the API answers, with this code of WooCommerce, that there is no such thing. Throws ShopProblem for any other error. */
  lacks: (path: string, code: string) => Promise<boolean>
  /** The value of a setting; undefined if there is none of this name. `unseen`: the key may not see it. Throws ShopProblem. */
  setting: (path: string) => Promise<{ value: unknown } | 'unseen' | undefined>
  /** Whether the host of the shop removes the header Authorization, so that the keys are sent in the address. */
  sendsKeysInAddress: () => boolean
}

// In memory: after a restart it costs one request.
const withoutHeader = new LRUCache<string, true>({ max: 1000 })

/** Undefined without the shop's address and both parts of its consumer key. */
export function wooApi(shop: Shop): WooApi | undefined {
  const { key, token } = shop.settings
  const url = shopUrl(shop.settings)
  if (!url || !key || !token) return undefined
  const authorization = `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}`
  const connection = hash('sha256', JSON.stringify([url, key, token]))
  const sendOnce = (isInAddress: boolean, { method, path, query, body }: Asked) => {
    requireHttps(url)
    requireOrder(key, token)
    const address = new URL(`${url}/wp-json/wc/v3/${path}`)
    const keys = isInAddress ? { consumer_key: key, consumer_secret: token } : {}
    for (const [name, value] of Object.entries({ ...query, ...keys }))
      address.searchParams.set(name, String(value))
    const headers = isInAddress ? {} : { authorization }
    return shop.fetch({ method, url: address, headers, ...(body !== undefined && { body }) })
  }
  const request = async (asked: Asked) => {
    const isKnown = withoutHeader.has(connection)
    let answer = await sendOnce(isKnown, asked)
    if (!isKnown && isOfNobody(answer)) {
      answer = await sendOnce(true, asked)
      if (answer.status < 400) withoutHeader.set(connection, true)
    } else if (isOfNobody(answer)) withoutHeader.delete(connection)
    return answer
  }
  const ask = async (asked: Asked) => unlessRefused(await request(asked))
  return {
    sendsKeysInAddress: () => withoutHeader.has(connection),
    get: (path, query = {}) => ask({ method: 'GET', path, query }),
    lacks: async (path, code) => {
      const answer = await request({ method: 'GET', path, query: { _fields: 'id' } })
      if ((answer.status === 404 || answer.status === 410) && codeOf(answer) === code) return true
      unlessRefused(answer)
      return false
    },
    setting: async path => {
      const answer = await request({ method: 'GET', path: `settings/${path}`, query: {} })
      const { status } = answer
      if (status === 404 && /^rest_setting_setting_/.test(codeOf(answer))) return undefined
      // A page of a plugin that hides settings says nothing of them.
      if (status === 401 || status === 403 || status === 404) return 'unseen'
      return settingValue.safeParse(unlessRefused(answer).json).data ?? 'unseen'
    },
    send: async (method, path, body) => (await ask({ method, path, query: {}, body })).json,
  }
}

/** Throws ShopProblem if the two parts of a consumer key are swapped. */
function requireOrder(key: string, token: string): void {
  if (!key.startsWith('cs_') || !token.startsWith('ck_')) return
  throw new ShopProblem(sentence('wooSwapped'), sentence('wooSwappedMend'))
}

type Asked = { method: 'GET' | 'POST' | 'PUT'; path: string; query: Query; body?: unknown }

/** WooCommerce saw no key: what it refuses to a user who is signed in, it refuses with 403. */
function isOfNobody({ status, json }: Answer): boolean {
  return status === 401 && /^woocommerce_rest_cannot_/.test(codeOf({ status, json }))
}

const settingValue = z.object({ value: z.unknown() })

const problem = z.object({ code: z.string(), message: z.string() })

type Answer = { status: number; json: unknown }

const codeOf = ({ json }: Answer): string => problem.safeParse(json).data?.code ?? ''

function unlessRefused<One extends Answer>(answer: One): One {
  if (answer.status < 200 || answer.status > 299) throw refusal(answer)
  return answer
}

function refusal({ status, json }: Answer): ShopProblem {
  const { code, message } = problem.safeParse(json).data ?? {}
  const answered = message ? `${status}: ${message}` : status
  if (status === 401 || status === 403)
    return new ShopProblem(sentence('wooRefuses', { status: answered }), sentence('wooRefusesMend'))
  if (status === 404 && (!code || code === 'rest_no_route'))
    return new ShopProblem(sentence('wooNoApi'), sentence('wooNoApiMend'))
  return new ShopProblem(sentence('wooStatus', { status: answered }), sentence('wooUpdate'))
}
