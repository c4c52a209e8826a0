import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export type Received = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }

/** Reads the bytes of an answer. Unlike fetch, it sends no Accept-Encoding of its own; `text` is decoded here. */
export function readBytes(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const sent = request(url, { method, headers })
  sent.on('error', reject)
  sent.on('response', async response => {
    const bytes = Buffer.concat(await response.toArray())
    const { statusCode: status = 0, headers } = response
    resolve({ status, headers, bytes, text: bytes.length === 0 ? '' : decode(bytes, headers) })
  })
  sent.end()
  return promise
}

function decode(bytes: Buffer, headers: IncomingHttpHeaders): string {
  switch (headers['content-encoding']) {
    case undefined:
      return bytes.toString()
    case 'br':
      return brotliDecompressSync(bytes).toString()
    case 'gzip':
      return gunzipSync(bytes).toString()
    default:
      throw new Error(`unexpected coding ${headers['content-encoding']}`)
  }
}
