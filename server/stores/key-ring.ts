import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/connect.ts'
import type { Session } from '../database/session.ts'
import { findKey, type KnownKey } from './keys.ts'
import { rememberOfStores } from './remembered.ts'
import { findStoreByKey, type KnownStore } from './stores.ts'
import { hashToken, isWellFormedToken } from './tokens.ts'

/** API keys by what a request brings, remembered. */
export type KeyRing = { find: (token: string) => Promise<KnownKey | undefined> }

/** Stores by their public store key, remembered in the same way. */
export type StoreRing = { find: (storeKey: string) => Promise<KnownStore | undefined> }

type Sources = { database: Database; session: Session }

/** Only the hash of a key is kept in memory, as in the database. */
export function createKeyRing({ database, session }: Sources): KeyRing {
  const find = rememberOfStores(session, name => findKey(database.pipeline, Buffer.from(name, 'base64')))
  return {
    find: async token => {
      if (!isWellFormedToken(token)) return undefined
      const keyHash = hashToken(token)
      const key = await find(keyHash.toString('base64'))
      return key && timingSafeEqual(key.keyHash, keyHash) ? key : undefined
    },
  }
}

export function createStoreRing({ database, session }: Sources): StoreRing {
  const find = rememberOfStores(session, storeKey => findStoreByKey(database.pipeline, storeKey))
  return { find: async storeKey => (isWellFormedToken(storeKey) ? await find(storeKey) : undefined) }
}
