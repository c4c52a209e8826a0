import { z } from 'zod'
import { type Finding, type Shop, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { readShopJson, shopId, shopText } from '../shop/shop-json.ts'
import { findingOfMails } from '../shop/shop-mails.ts'
import { shopUrl } from '../shop/shop-url.ts'
import { type WooApi, wooApi } from './api.ts'
import { readReviewMails, switchOffReviewMails } from './review-mails.ts'

/** Restored orders, and products, are told of by their own topics. */
const topics = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'product.created',
  'product.updated',
] as const

const hooks = z.array(z.object({ id: shopId, topic: shopText, status: shopText, delivery_url: shopText }))
type Hook = z.output<typeof hooks>[number]

/** Reads an order and the webhooks, and changes nothing. */
export async function test(shop: Shop, webhookUrl: string): Promise<Finding[]> {
  const api = wooApi(shop)
  if (!api) return [missingKey(shop)]
  return findings(async report => {
    const { headers } = await api.get('orders', { per_page: 1 })
    report({
      ok: true,
      what: sentence('wooKey', { count: headers['x-wp-total'] ?? [sentence('some')] }),
    })
    if (api.sendsKeysInAddress()) report(inAddress)
    const ours = await readHooks(api, webhookUrl)
    for (const topic of topics) report(findingOf(topic, ours))
    report({
      ok: true,
      what: sentence('wooSecret'),
    })
    report(findingOfMails(await readReviewMails(api), shop.settings.options))
  })
}

/** Creates missing webhooks, and activates the others with this connection's secret. */
export async function repair(shop: Shop, webhookUrl: string): Promise<Finding[]> {
  const api = wooApi(shop)
  if (!api) return [missingKey(shop)]
  const wanted = { status: 'active', secret: shop.settings.secret, delivery_url: webhookUrl }
  return findings(async report => {
    const ours = await readHooks(api, webhookUrl)
    if (api.sendsKeysInAddress()) report(inAddress)
    for (const topic of topics) {
      const existing = ours.filter(hook => hook.topic === topic)
      for (const { id, status } of existing) {
        await api.send('PUT', `webhooks/${id}`, wanted)
        report({ ok: true, what: sentence('wooActivated', { topic, status }) })
      }
      if (existing.length > 0) continue
      await api.send('POST', 'webhooks', { ...wanted, name: `Realword ${topic}`, topic })
      report({ ok: true, what: sentence('hookCreated', { topic }) })
    }
    report(await repairMails(api, shop))
  })
}

/** Switches the shop's own review mails off if the merchant chose that Realword asks. */
async function repairMails(api: WooApi, { settings: { options } }: Shop): Promise<Finding> {
  const mails = await readReviewMails(api)
  if (mails !== 'on' || options.asks !== 'realword') return findingOfMails(mails, options)
  await switchOffReviewMails(api)
  return {
    ok: true,
    what: sentence('wooMailsSwitchedOff'),
    mend: sentence('wooMailsFetch'),
    shopMails: 'off',
  }
}

async function readHooks(api: WooApi, webhookUrl: string): Promise<Hook[]> {
  const all: Hook[] = []
  for (let page = 1; ; page++) {
    const { json } = await api.get('webhooks', { per_page: 100, page })
    const some = readShopJson(hooks, json, sentence('listOfWebhooks'))
    all.push(...some)
    if (some.length < 100) return all.filter(hook => hook.delivery_url === webhookUrl)
  }
}

function findingOf(topic: string, ours: Hook[]): Finding {
  const states = ours.filter(hook => hook.topic === topic).map(hook => hook.status)
  if (states.includes('active')) return { ok: true, what: sentence('hookActive', { topic }) }
  const [state] = states
  return {
    ok: false,
    what: state ? sentence('hookState', { topic, state }) : sentence('hookNone', { topic }),
    mend: state === 'disabled' ? sentence('wooDisables') : sentence('repairIt'),
  }
}

const inAddress: Finding = {
  ok: true,
  what: sentence('keysInAddress'),
}

function missingKey(shop: Shop): Finding {
  return {
    ok: false,
    what: shopUrl(shop.settings) ? sentence('wooNoKey') : sentence('wooNoAddress'),
    mend: sentence('wooNoKeyMend'),
  }
}

/** What was found before a problem ends the search, and the problem. */
async function findings(search: (report: (finding: Finding) => void) => Promise<void>): Promise<Finding[]> {
  const found: Finding[] = []
  try {
    await search(finding => found.push(finding))
  } catch (error) {
    if (!(error instanceof ShopProblem)) throw error
    found.push({ ok: false, what: error.what, mend: error.mend })
  }
  return found
}
