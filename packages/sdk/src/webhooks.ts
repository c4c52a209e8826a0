/** The body of a webhook. `type` is one of the events of Realword, such as `review.published`. */
export type WebhookEvent = {
  type: string
  timestamp: string
  data: { store_id: string; [field: string]: unknown }
}

/** Headers of a request: of `fetch`, or of Node's `http` with lower-case names. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/** The message was not signed with this secret, or not within five minutes. Answer it with 400 or 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

const tolerance = 300 // s, both ways

/**
 * Verifies a message by Standard Webhooks 1.0, and returns its event. `rawBody` is the body as it was received, before
 * any parser; `now` is in milliseconds. Rejects with a WebhookVerificationError unless one of its signatures is right.
 *
 * A message can arrive twice: remember `webhook-id`, which repeats keep.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  now: number = Date.now(),
): Promise<WebhookEvent> {
  const key = await keyOf(secret)
  const id = read(headers, 'webhook-id')
  const timestamp = read(headers, 'webhook-timestamp')
  const signatures = read(headers, 'webhook-signature').split(' ')
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no number.')
  if (Math.abs(Math.floor(now / 1000) - Number(timestamp)) > tolerance)
    throw new WebhookVerificationError('webhook-timestamp is more than five minutes away.')
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const content = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const checks = await Promise.all(signatures.map(signature => isSignedWith(key, signature, content)))
  if (!checks.includes(true)) throw new WebhookVerificationError('No signature of the message is right.')
  return JSON.parse(new TextDecoder().decode(body))
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

async function keyOf(secret: string): Promise<Key> {
  const bytes = decode(secret.replace(/^whsec_/, ''))
  // An HMAC of an empty key is one that anybody can compute.
  if (!bytes?.length)
    throw new TypeError('The secret must be the text that begins with whsec_, with its base64 part.')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function read(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`${name} is missing.`)
  return value
}

// `verify` compares in constant time.
async function isSignedWith(key: Key, signature: string, content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const bytes = signature.startsWith('v1,') ? decode(signature.slice(3)) : undefined
  return bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, content))
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** The bytes of base64; undefined when it is none. */
function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
