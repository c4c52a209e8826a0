import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether `signature` is the HMAC-SHA256 of the raw body under the key, compared in constant time. Nothing is without a key. */
export function isSignature(
  signature: string | undefined,
  { body, key, encoding }: { body: Buffer; key: string; encoding: 'base64' | 'hex' },
): boolean {
  return key !== '' && isSame(signature ?? '', createHmac('sha256', key).update(body).digest(encoding))
}

/** Compares a signature in constant time. */
export function isSame(signature: string, expected: string): boolean {
  const given = Buffer.from(signature)
  const wanted = Buffer.from(expected)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
