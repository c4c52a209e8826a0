import { setTimeout as pause } from 'node:timers/promises'
import { openBucket, withoutCredentials } from '../../../foundation/lib/bucket.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import type { Destination } from './destination.ts'

const longestPause = 30_000 // ms
const patienceOfBackups = 10 * 60_000 // ms: a router that restarts, a provider's bad minutes

/** Backups in a bucket. A request that fails is repeated for `patience` milliseconds, unless the server refuses it. */
export function openBackupBucket(address: string, patience = patienceOfBackups): Destination {
  const bucket = openBucket(address, {
    maxAttempts: 1,
    // Over a slow connection a part takes minutes, but some of its bytes arrive in each half minute.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  })
  const place = withoutCredentials(address)

  async function persist<T>(act: () => Promise<T>): Promise<T> {
    const until = Date.now() + patience
    for (let wait = 250; ; wait = Math.min(wait * 2, longestPause)) {
      try {
        return await act()
      } catch (error) {
        if (isRefusal(error) || Date.now() + wait > until) throw explain(place, error)
        await pause(wait)
      }
    }
  }

  return {
    address: place,
    put: (name, bytes) => persist(() => bucket.put(name, bytes)),
    get: name => persist(() => bucket.get(name)),
    remove: name => persist(() => bucket.remove(name)),
    // From its beginning: a page that failed cannot be read alone.
    list: async function* list(prefix) {
      yield* await persist(() => Array.fromAsync(bucket.list(prefix)))
    },
  }
}

// Another attempt gets the same answer. 408 and 429 ask for another one.
function isRefusal(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
  return status >= 400 && status < 500 && ![408, 429].includes(status)
}

function explain(place: string, error: unknown): Problem {
  const { name, message } = error as Error
  const detail = message && message !== 'UnknownError' ? `${name}: ${message}` : name
  if (isRefusal(error))
    return new Problem(
      `The bucket ${place} refuses this: ${detail.replace(/\.$/, '')}.`,
      'Check the bucket, its key and what the key may do (list, read, write and delete objects), and its free space.',
    )
  return new Problem(
    `The bucket ${place} cannot be reached: ${detail.replace(/\.$/, '')}.`,
    'Check the connection and the server, then run the command again.',
  )
}
