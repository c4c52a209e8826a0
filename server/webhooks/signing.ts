import { createHmac, randomBytes } from 'node:crypto'

/** A new secret of Standard Webhooks: 256 random bits. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The headers of an attempt. `at` is its time, in ms. Every secret signs: after a rotation there are two. */
export function signatureHeaders(
  secrets: string[],
  { id, body, at }: { id: string; body: string; at: number },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
