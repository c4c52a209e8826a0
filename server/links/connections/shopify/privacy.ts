import { z } from 'zod'
import { nothing, type ShopChange } from '../platform.ts'
import { sentence } from '../sentences.ts'
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
  const read = () => readBody(request, body, sentence('privacyRequest'))
  const unnamed: ShopChange = nothing(sentence('privacyNoAddress'))
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
        why: sentence('shopifyRedact', { shop: read().shop_domain || [sentence('thisShop')] }),
      }
    case 'app/uninstalled':
      return {
        kind: 'disconnected',
        why: sentence('shopifyUninstalled'),
      }
    default:
      return undefined
  }
}
