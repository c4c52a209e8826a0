import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** A new secret of Standard Webhooks: 256 random bits. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The key of a secret. Made once for many attempts, because making it takes longer than signing. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(secret.replace(/^whsec_/, ''), 'base64')
}

/** The headers of an attempt. `at` is its time, in ms. Every key signs: after a rotation there are two. */
export function signatureHeaders(
  keys: KeyObject[],
  { id, body, at }: { id: string; body: string; at: number },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = keys.map(key => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
