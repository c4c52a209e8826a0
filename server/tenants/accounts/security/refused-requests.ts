import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorName } from '../../../foundation/errors/codes.ts'
import { networkOf } from '../../../foundation/lib/network/networks.ts'
import type { Outcome, SecurityEvent } from './security-events.ts'

/** Refusals of requests by keys, and by visitors. Those of the dashboard's users are lines of their own. */
const refusals: Partial<Record<ErrorName, SecurityEvent>> = {
  ...named('key', 'failure', ['key_invalid', 'key_expired', 'feed_unknown', 'link_unknown']),
  ...named('key', 'refused', ['store_mismatch', 'store_inactive', 'scope_missing']),
  ...named('limit', 'limited', ['too_many', 'requests_often', 'orders_often', 'order_limit']),
  ...named('input', 'refused', ['body_invalid', 'settings_invalid', 'body_too_large', 'page_foreign']),
}

function named(event: string, outcome: Outcome, names: ErrorName[]) {
  return Object.fromEntries(names.map(name => [name, { event, outcome }]))
}

type Refused = SecurityEvent & {
  refusal: ErrorName
  network: string
  api: string
  store?: string
  key?: string
  count: number
}

const minute = 60_000
const mostLines = 100 // a minute

/**
 * Logs refused requests as one line a minute for each refusal, network and known key, with a count. Nothing is written
 * when a request is refused, and at most 100 lines a minute afterwards: a flood costs as much as a hundred networks. Beyond
 * that, requests are counted together, in lines without a network. No line has any part of a key that was sent.
 */
export function logRefusedRequests(app: FastifyInstance, { processes }: { processes: number }): void {
  const most = Math.ceil(mostLines / processes)
  const counted = new Map<string, Refused>()
  const add = (id: string, refused: Omit<Refused, 'count'>): void => {
    const known = counted.get(id)
    if (known) known.count++
    else counted.set(id, { ...refused, count: 1 })
  }
  app.addHook('onResponse', async request => {
    const refused = request.refusal && refusedOf(request, request.refusal)
    if (!refused) return
    const { event, outcome, refusal, network, api, key = '' } = refused
    const id = `${refusal} ${api} ${network} ${key}`
    if (counted.size < most || counted.has(id)) add(id, refused)
    else add(`${refusal} ${api}`, { event, outcome, refusal, api, network: 'others' })
  })
  const report = () => {
    const lines = [...counted.values()]
    counted.clear()
    for (const line of lines) app.log.warn(line, 'security event')
  }
  const timer = setInterval(report, minute).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    report()
  })
}

function refusedOf(request: FastifyRequest, refusal: ErrorName): Omit<Refused, 'count'> | undefined {
  const event = refusals[refusal]
  const api = apiOf(request.url)
  // Their limits and refusals are in lines with the user: security-events.ts.
  if (!event || (api === 'dashboard' && event.event !== 'input')) return undefined
  const { keyId: key, storeId: store } = request.apiKey ?? {}
  return { ...event, refusal, network: networkOf(request.ip), api, ...(key && store && { key, store }) }
}

function apiOf(url: string): string {
  if (url.startsWith('/admin/api/')) return 'dashboard'
  if (url.startsWith('/manage/')) return 'management'
  return url.startsWith('/operator/') ? 'operator' : 'public'
}
