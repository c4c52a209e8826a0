import type { IncomingMessage } from 'node:http'

/**
 * Whether a request has several `Host` headers, or none in HTTP/1.1: RFC 9112, 3.2. Node keeps the first one, and a proxy
 * may have read another.
 */
export function hasWrongHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.1'
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}
