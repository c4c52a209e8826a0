import type { Authenticated, ConnectionSettings, Delivery } from '../platform.ts'
import { parseJson } from '../shop/parse-json.ts'
import { isSignature } from '../shop/webhook-signature.ts'
import { orderIdIn } from './topics.ts'

/** Checks a delivery of Shopify. Its signature covers the body, not the headers. */
export function authenticate(
  { headers, body }: Delivery,
  { secret, url = '' }: ConnectionSettings,
): Authenticated {
  // "Events", the newer kind of delivery, leaves the X- out.
  const header = (name: string) => headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`]
  const signature = header('hmac-sha256')
  if (!isSignature(signature, { body, key: secret, encoding: 'base64' }))
    return { kind: 'refused', why: signature ? 'The signature is wrong.' : 'The signature is missing.' }
  const topic = header('topic')
  if (!topic) return { kind: 'refused', why: 'The header X-Shopify-Topic is missing.' }
  // An app that is installed in several shops signs for all of them with the same secret.
  const host = URL.parse(url)?.hostname ?? ''
  const from = header('shop-domain')?.toLowerCase()
  if (host.endsWith('.myshopify.com') && from !== host)
    return { kind: 'refused', why: `The delivery is from ${from ?? 'an unnamed shop'}, not from ${host}.` }
  const deliveryId = header('webhook-id')
  const subject = subjectOf(topic, body)
  return { kind: 'event', topic, ...(deliveryId && { deliveryId }), ...(subject && { subject }) }
}

function subjectOf(topic: string, body: Buffer): string | undefined {
  try {
    const json = parseJson(body) as { id?: unknown }
    return orderIdIn(topic, json) ?? (topic.startsWith('products/') ? String(json.id) : undefined)
  } catch {
    return undefined
  }
}
