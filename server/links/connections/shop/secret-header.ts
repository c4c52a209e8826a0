import { hash, timingSafeEqual } from 'node:crypto'

/** Whether the header X-Realword-Secret is the connection's secret, compared in constant time. */
export function isSecretHeader(headers: Record<string, string | undefined>, secret: string): boolean {
  const given = headers['x-realword-secret'] ?? ''
  return secret !== '' && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'))
}
