import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  type BrotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzipSync,
} from 'node:zlib'
import type { Coding } from './accept-encoding.ts'

/** Shorter bodies are not encoded: with their head, they fit into one packet as they are. */
export const leastEncoded = 860 // bytes

/** Up to this length, encoding is synchronous: a round trip to the thread pool takes as long as encoding 5 kB (60 µs). */
const mostAtOnce = 32 * 1024 // bytes
const slice = 256 * 1024 // bytes, 5 ms of a thread

// 11 makes answers a tenth smaller, and takes 4 ms instead of 50 µs: docs/decisions/0094-encode-a-cached-answer-once.md.
const quality = 5

/** The bytes in the coding. */
export async function encode(bytes: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
  if (bytes.length > mostAtOnce) {
    const encoder = createEncoder(coding)
    const [encoded] = await Promise.all([buffer(encoder), pipeline(Readable.from(slices(bytes)), encoder)])
    return encoded
  }
  if (coding === 'gzip') return gzipSync(bytes)
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}

/** A stream that encodes, in the thread pool, what is written to it. */
export function createEncoder(coding: Exclude<Coding, 'identity'>): BrotliCompress | Gzip {
  if (coding === 'gzip') return createGzip()
  // By default, its window takes 4 MiB, and its quality is 11.
  const window = 18
  return createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: window },
  })
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += slice) yield bytes.subarray(start, start + slice)
}
