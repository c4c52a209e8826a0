import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../foundation/database/connect.ts'
import type { Session } from '../../foundation/database/session.ts'
import { batchLookups } from '../../foundation/lib/batch-lookups.ts'
import { saveSkuRead, saveWidgetsSeen } from '../stores/first-uses.ts'
import { findKeyOf, findKeys, type KnownKey, saveKeyUse } from '../stores/keys.ts'
import { findStoresByKeys, findStoreWithKey, type KnownStore } from '../stores/stores.ts'
import { hashToken, isWellFormedToken, storeOfToken } from '../stores/tokens.ts'
import { rememberOfStores } from './remembered.ts'

/** API keys by what a request brings, remembered. */
export type KeyCache = {
  /** `storeId` is where the request says that the key belongs. The key is found without it, and more slowly. */
  find: (token: string, storeId?: string) => Promise<KnownKey | undefined>
  /** Records the use of a key, at most once a minute for each key. Does not delay the request. */
  noteUse: (key: KnownKey, now: number) => void
}

/** A cache of stores by their public store key, like that of API keys. */
export type StoreCache = {
  find: (storeKey: string, storeId?: string) => Promise<KnownStore | undefined>
  /** Records that a page of another origin reads, once for each store. Does not delay the request. */
  noteWidgets: (store: KnownStore, now: number) => void
  /** Records that a page asks by SKU, once for each store. Does not delay the request. */
  noteSku: (store: KnownStore, now: number) => void
}

type Sources = { database: Database; session: Session }

const minute = 60_000 // ms

// An unknown key is looked up among all stores, which asks every shard of a cluster. All such look-ups of a process
// share one statement at a time, at most ten a second, so that a flood of unknown keys costs no more. A valid key is
// found among the keys of its store before. `remembered.ts` refuses the same unknown key for a second without a query.
const together = { most: 1_000, gap: 100 }

/** Only the hash of a key is kept in memory, as in the database. */
export function createKeyCache({ database, session }: Sources): KeyCache {
  const noted = new LRUCache<string, number>({ max: 10_000 })
  const findAnywhere = batchLookups(async names => {
    const found = await findKeys(database.pipeline, names.map(fromBase64))
    return new Map(found.map(key => [key.keyHash.toString('base64'), key]))
  }, together)
  const findWithin = async (name: string, storeId = '') =>
    await findKeyOf(database.pipeline, storeId, fromBase64(name))
  const findNamed = rememberOfStores(session, findWithin)
  const find = rememberOfStores(
    session,
    async (name, storeId) => (await findWithin(name, storeId)) ?? (await findAnywhere(name)),
  )
  return {
    find: async (token, storeId) => {
      if (!isWellFormedToken(token)) return undefined
      const keyHash = hashToken(token)
      const name = keyHash.toString('base64')
      // A key that contains its store is looked up there, whatever the request says.
      const own = storeOfToken(token)
      const key = await (own === undefined ? find(name, storeId) : findNamed(name, own))
      return key && timingSafeEqual(key.keyHash, keyHash) ? key : undefined
    },
    noteUse: ({ keyId, storeId }, now) => {
      if ((noted.get(keyId) ?? Number.NEGATIVE_INFINITY) > now - minute) return
      noted.set(keyId, now)
      // If the database is down for a moment, the use is recorded a minute later.
      saveKeyUse(database.pipeline, storeId, keyId, new Date(now)).catch(() => {})
    },
  }
}

export function createStoreCache({ database, session }: Sources): StoreCache {
  const findAnywhere = batchLookups(async storeKeys => {
    const found = await findStoresByKeys(database.pipeline, storeKeys)
    return new Map(found.map(store => [store.store_key, store]))
  }, together)
  const find = rememberOfStores(
    session,
    async (storeKey, storeId = '') =>
      (await findStoreWithKey(database.pipeline, storeId, storeKey)) ?? (await findAnywhere(storeKey)),
  )
  return {
    find: async (storeKey, storeId) =>
      isWellFormedToken(storeKey) ? await find(storeKey, storeId) : undefined,
    noteWidgets: noteOnce((storeId, at) => saveWidgetsSeen(database, storeId, at)),
    noteSku: noteOnce((storeId, at) => saveSkuRead(database, storeId, at)),
  }
}

// Not through the pipeline, because it may wait for the lock of an order, and look-ups would wait behind it.
function noteOnce(keep: (storeId: string, at: Date) => Promise<void>): StoreCache['noteWidgets'] {
  const noted = new LRUCache<string, true>({ max: 10_000 })
  return ({ store_id }, now) => {
    if (noted.has(store_id)) return
    noted.set(store_id, true)
    keep(store_id, new Date(now)).catch(() => noted.delete(store_id))
  }
}

function fromBase64(name: string): Buffer {
  return Buffer.from(name, 'base64')
}
