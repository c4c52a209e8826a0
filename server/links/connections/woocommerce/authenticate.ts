import { hash } from 'node:crypto'
import type { Authenticated, ConnectionSettings, Delivery } from '../platform.ts'
import { isSignature } from '../shop/webhook-signature.ts'
import { decodeSpecialCharacters } from './special-characters.ts'

/** Checks a delivery of WooCommerce. Its signature covers the body, not the headers. */
export function authenticate({ headers, body }: Delivery, { secret }: ConnectionSettings): Authenticated {
  const topic = headers['x-wc-webhook-topic']
  const signature = headers['x-wc-webhook-signature']
  // Sent when a hook is saved, unsigned. The hook stays unusable until it is answered with 200.
  if (!topic && !signature && /^webhook_id=\d+$/.test(body.toString())) return { kind: 'ping' }
  const key = decodeSpecialCharacters(secret)
  if (!isSignature(signature, { body, key, encoding: 'base64' }))
    return { kind: 'refused', why: signature ? 'The signature is wrong.' : 'The signature is missing.' }
  if (!topic) return { kind: 'refused', why: 'The header X-WC-Webhook-Topic is missing.' }
  return { kind: 'event', topic, ...deliveryOf(headers, body), ...subjectOf(body) }
}

/**
 * WooCommerce's delivery id is a hash of the hook's id and of the current second: two orders that change in the same
 * second have the same one. The body tells them apart.
 */
function deliveryOf(headers: Delivery['headers'], body: Buffer): { deliveryId?: string } {
  const id = headers['x-wc-webhook-delivery-id']
  return id ? { deliveryId: `${id}.${hash('sha256', body, 'base64url')}` } : {}
}

// Every payload begins with the id. A full parse of a large order would delay the answer.
function subjectOf(body: Buffer): { subject?: string } {
  const id = /^\s*\{\s*"id"\s*:\s*(\d{1,20})\b/.exec(body.subarray(0, 100).toString())?.[1]
  return id ? { subject: id } : {}
}
