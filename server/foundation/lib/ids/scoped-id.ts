import { randomBytes } from 'node:crypto'

/**
 * A new id of a record of a store: 22 base64url characters for the store's id, so that it is looked up among that store's
 * rows, then 16 for 96 random bits.
 */
export function makeScopedId(storeId: string): string {
  return (
    Buffer.from(storeId.replaceAll('-', ''), 'hex').toString('base64url') +
    randomBytes(12).toString('base64url')
  )
}

/** The store in an id; undefined for a text that `makeScopedId` cannot have written. */
export function storeOfScopedId(id: string): string | undefined {
  if (!/^[\w-]{38}$/.test(id)) return undefined
  const bytes = Buffer.from(id.slice(0, 22), 'base64url')
  if (bytes.toString('base64url') !== id.slice(0, 22)) return undefined
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
