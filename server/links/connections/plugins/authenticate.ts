import { createHmac } from 'node:crypto'
import type { Authenticated, ConnectionSettings, Delivery } from '../platform.ts'
import { type Sentence, sentence } from '../sentences.ts'
import { parseJson } from '../shop/parse-json.ts'
import { isSame } from '../shop/webhook-signature.ts'

const tolerance = 5 * 60 * 1000 // ms, both ways: that of the reference library

/** Checks the signature of Standard Webhooks 1.0, in constant time. Several may be given, separated by spaces. */
export function authenticate(
  { headers, body }: Delivery,
  { secret }: ConnectionSettings,
  now = Number.NaN,
): Authenticated {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!/^[\w-]{1,255}$/.test(id) || !/^\d{1,12}$/.test(timestamp) || secret === '')
    return { kind: 'refused', why: 'The headers webhook-id and webhook-timestamp are missing or wrong.' }
  const key = keyOf(secret)
  if (key.length === 0) return { kind: 'refused', why: 'The secret of this connection has no key.' }
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  const expected = `v1,${signed.digest('base64')}`
  const signatures = (headers['webhook-signature'] ?? '').slice(0, 2048).split(' ')
  if (!signatures.some(signature => isSame(signature, expected)))
    return { kind: 'refused', why: 'The header webhook-signature is missing or wrong.' }
  if (!(Math.abs(Number(timestamp) * 1000 - now) <= tolerance))
    return { kind: 'refused', why: 'The header webhook-timestamp is more than 5 minutes away from now.' }
  const content = contentOf(body)
  return content.kind === 'event' ? { ...content, deliveryId: id } : content
}

const fewestBytes = 24 // by Standard Webhooks

/** The problem of a secret in words: without enough base64 after `whsec_`, anybody could find its key. */
export function wrongSecret(secret: string): Sentence | undefined {
  if (!secret.startsWith('whsec_') || keyOf(secret).length >= fewestBytes) return undefined
  return sentence('takesBytes', { count: fewestBytes })
}

/** After `whsec_` a key is written in base64. Other secrets are keys as they are. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
}

type Data = { order?: { id?: unknown }; product?: { id?: unknown } }

function contentOf(body: Buffer): Authenticated {
  try {
    const { type, data } = parseJson(body) as { type?: unknown; data?: Data }
    if (type === 'endpoint.test') return { kind: 'ping' }
    const subject = data?.order?.id ?? data?.product?.id
    return {
      kind: 'event',
      topic: typeof type === 'string' ? type : 'unknown',
      ...(typeof subject === 'string' && { subject }),
    }
  } catch {
    return { kind: 'event', topic: 'unknown' }
  }
}
