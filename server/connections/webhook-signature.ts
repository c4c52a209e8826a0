import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether `signature` is the HMAC-SHA256 of the raw body under the key, compared in constant time. */
export function isSignature(
  signature: string | undefined,
  { body, key, encoding }: { body: Buffer; key: string; encoding: 'base64' | 'hex' },
): boolean {
  const expected = Buffer.from(createHmac('sha256', key).update(body).digest(encoding))
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
