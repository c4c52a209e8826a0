import { openBucket } from '../../lib/bucket.ts'
import type { PictureStore } from './picture-store.ts'

/** A bucket of any S3-compatible server; `openBucket` documents the address. */
export function openS3(address: string): PictureStore {
  const bucket = openBucket(address, {
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000 },
  })
  return {
    put: (name, bytes) => bucket.put(name, bytes, contentTypeOf(name)),
    get: bucket.get,
    remove: bucket.remove,
    list: () => bucket.list(''),
  }
}

function contentTypeOf(name: string): string {
  if (name.endsWith('.webp')) return 'image/webp'
  if (name.endsWith('.vtt')) return 'text/vtt'
  return name.endsWith('.png') ? 'image/png' : 'application/octet-stream'
}
