import { z } from 'zod'
import type { ShopChange } from '../platform.ts'
import { readBody, shopText } from '../shop/shop-json.ts'

const request = z.object({
  shop_domain: shopText,
  customer: z
    .object({ email: shopText })
    .nullish()
    .transform(customer => customer?.email ?? ''),
})

/** The webhooks that Shopify requires of apps for privacy, and the end of an app. Undefined: another topic. */
export function readPrivacy(topic: string, body: Buffer): ShopChange | undefined {
  const read = () => readBody(request, body, 'The privacy request')
  const unnamed: ShopChange = { kind: 'nothing', why: 'The privacy request names no email address.' }
  switch (topic) {
    case 'customers/redact': {
      const email = read().customer
      return email ? { kind: 'erase', emails: [email] } : unnamed
    }
    case 'customers/data_request': {
      const email = read().customer
      return email ? { kind: 'person_export', email } : unnamed
    }
    case 'shop/redact':
      return {
        kind: 'disconnected',
        why: `Shopify asks to delete what is stored of ${read().shop_domain || 'this shop'}, 48 hours after the app was uninstalled. If the shop does not continue elsewhere, delete its store.`,
      }
    case 'app/uninstalled':
      return {
        kind: 'disconnected',
        why: 'The app was uninstalled from the shop, so no more orders arrive. Install it again, and resume this connection.',
      }
    default:
      return undefined
  }
}
