import { LRUCache } from 'lru-cache'
import type { Session } from '../../foundation/database/session.ts'

const unknownFor = 1_000 // ms

/**
 * Caches the results of `ask` by name, so that a request needs no query. A change of any store arrives through the
 * session and drops all of them. While the session is not listening, the cache is not used. `storeId` says only where
 * to ask first, so the result is the same for each.
 */
export function rememberOfStores<Value extends object>(
  session: Session,
  ask: (name: string, storeId: string | undefined) => Promise<Value | undefined>,
): (name: string, storeId?: string) => Promise<Value | undefined> {
  const known = new LRUCache<string, Value>({ max: 10_000 })
  // An unknown name is looked up once, and then refused for a moment without a query.
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: unknownFor })
  const asking = new Map<string, Promise<Value | undefined>>()
  let changes = 0

  function forget(): void {
    changes++
    known.clear()
    unknown.clear()
    asking.clear()
  }
  session.onGap(forget)
  session.onNotify(payload => {
    if (payload.startsWith('store ')) forget()
  })

  async function askOnce(name: string, storeId: string | undefined): Promise<Value | undefined> {
    for (;;) {
      const before = changes
      const value = await ask(name, storeId)
      // A result that was read before a change and arrives after it is stale. A caller could cache it, and no later
      // notification would drop it.
      if (before !== changes) continue
      if (!session.isListening()) return value
      if (value) known.set(name, value)
      else unknown.set(name, true)
      return value
    }
  }

  return async (name, storeId) => {
    const remembered = known.get(name)
    if (remembered) return remembered
    if (unknown.has(name)) return undefined
    const asked = asking.get(name) ?? askOnce(name, storeId).finally(() => asking.delete(name))
    asking.set(name, asked)
    return await asked
  }
}
