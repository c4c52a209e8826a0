import { LRUCache } from 'lru-cache'
import type { Session } from '../database/session.ts'

const unknownFor = 1_000 // ms

/**
 * Answers of `ask` by name, remembered so that a request costs no query. A change of any store is heard
 * through the session and drops them all; while the session hears nothing, nothing is answered from memory.
 */
export function rememberOfStores<Value extends object>(
  session: Session,
  ask: (name: string) => Promise<Value | undefined>,
): (name: string) => Promise<Value | undefined> {
  const known = new LRUCache<string, Value>({ max: 10_000 })
  // Names nobody knows are asked for once and then refused for a moment without a query.
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

  async function askOnce(name: string): Promise<Value | undefined> {
    for (;;) {
      const before = changes
      const value = await ask(name)
      // What was read before a change and comes after it is old news: whoever made an answer of it would
      // remember that, and no later change would tell.
      if (before !== changes) continue
      if (!session.isListening()) return value
      if (value) known.set(name, value)
      else unknown.set(name, true)
      return value
    }
  }

  return async name => {
    const remembered = known.get(name)
    if (remembered) return remembered
    if (unknown.has(name)) return undefined
    const asked = asking.get(name) ?? askOnce(name).finally(() => asking.delete(name))
    asking.set(name, asked)
    return await asked
  }
}
