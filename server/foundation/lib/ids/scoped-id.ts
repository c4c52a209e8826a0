import { randomBytes } from 'node:crypto'
import { readShortId, writeShortId } from './store-token.ts'

/**
 * A new id of a record of a store: 22 base64url characters for the store's id, so that it is looked up among that store's
 * rows, then 16 for 96 random bits.
 */
export function makeScopedId(storeId: string): string {
  return writeShortId(storeId) + randomBytes(12).toString('base64url')
}

/** The store in an id; undefined for a text that `makeScopedId` cannot have written. */
export function storeOfScopedId(id: string): string | undefined {
  return /^[\w-]{38}$/.test(id) ? readShortId(id.slice(0, 22)) : undefined
}
