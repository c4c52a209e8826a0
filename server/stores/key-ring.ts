import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/connect.ts'
import type { Session } from '../database/session.ts'
import { findKey, type KnownKey } from './keys.ts'
import { hashToken, isWellFormedToken } from './tokens.ts'

export type KeyRing = { find: (token: string) => Promise<KnownKey | undefined> }

const unknownFor = 1_000 // ms

/**
 * Keys by their hash, remembered so that a request costs no query. A change anywhere is heard through the
 * session and drops the store's keys; while the session hears nothing, nothing is answered from memory.
 */
export function createKeyRing({ database, session }: { database: Database; session: Session }): KeyRing {
  const known = new LRUCache<string, KnownKey>({ max: 10_000 })
  // Keys nobody knows are asked for once and then refused for a moment without a query.
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: unknownFor })
  const asking = new Map<string, Promise<KnownKey | undefined>>()
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

  async function ask(name: string, keyHash: Buffer): Promise<KnownKey | undefined> {
    const before = changes
    const key = await findKey(database.pipeline, keyHash)
    // An answer from before a change must not be remembered after it.
    if (before !== changes || !session.isListening()) return key
    if (key) known.set(name, key)
    else unknown.set(name, true)
    return key
  }

  return {
    find: async token => {
      if (!isWellFormedToken(token)) return undefined
      const keyHash = hashToken(token)
      const name = keyHash.toString('base64')
      const remembered = known.get(name)
      if (remembered) return timingSafeEqual(remembered.keyHash, keyHash) ? remembered : undefined
      if (unknown.has(name)) return undefined
      const asked = asking.get(name) ?? ask(name, keyHash).finally(() => asking.delete(name))
      asking.set(name, asked)
      return await asked
    },
  }
}
