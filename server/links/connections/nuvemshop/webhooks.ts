import { type Finding, type Shop, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { nuvemshopApi, type Webhook } from './api.ts'
import { textIn } from './product.ts'

/** Those that change what is asked. An order that is only paid is not yet of interest. */
const events = [
  'order/updated',
  'order/fulfilled',
  'order/cancelled',
  'order/voided',
  'order/edited',
  'fulfillment_order/status_updated',
  'fulfillment_order/tracking_event_created',
  'fulfillment_order/tracking_event_updated',
  'product/created',
  'product/updated',
  'app/uninstalled',
  'app/suspended',
]

export async function test(shop: Shop, webhookUrl: string): Promise<Finding[]> {
  const api = nuvemshopApi(shop)
  const { name, main_language } = await api.store()
  const shopName = textIn(name, main_language) || (shop.settings.options.shop_id ?? '')
  await api.changedOrders(shop.now, 1)
  return [
    { ok: true, what: sentence('nuvemAnswers', { name: shopName }) },
    checkWebhooks(await api.webhooks(), webhookUrl),
  ]
}

/** Creates the webhooks that are missing. Those of other addresses stay. */
export async function repair(shop: Shop, webhookUrl: string): Promise<Finding[]> {
  const api = nuvemshopApi(shop)
  const refused: Finding[] = []
  for (const event of missing(await api.webhooks(), webhookUrl))
    try {
      await api.addWebhook(event, webhookUrl)
    } catch (error) {
      if (!(error instanceof ShopProblem) || error.isTemporary) throw error
      refused.push({
        ok: false,
        what: sentence('nuvemRefused', { event, what: [error.what] }),
        mend: error.mend,
      })
    }
  return [checkWebhooks(await api.webhooks(), webhookUrl), ...refused]
}

function checkWebhooks(found: Webhook[], webhookUrl: string): Finding {
  const absent = missing(found, webhookUrl)
  return absent.length === 0
    ? { ok: true, what: sentence('allHooks', { count: events.length }) }
    : {
        ok: false,
        what: sentence('hooksMissing', { events: absent.join(', ') }),
        mend: sentence('runRepair'),
      }
}

const missing = (found: Webhook[], webhookUrl: string) =>
  events.filter(event => !found.some(one => one.event === event && one.url === webhookUrl))
