import { randomBytes } from 'node:crypto'

/**
 * A new id of a connection: 22 base64url characters for the store's id, so that it is looked up among that store's
 * rows, then 16 for 96 random bits.
 */
export function makeConnectionId(storeId: string): string {
  return (
    Buffer.from(storeId.replaceAll('-', ''), 'hex').toString('base64url') +
    randomBytes(12).toString('base64url')
  )
}

/** The store in an id; undefined for a text that `makeConnectionId` cannot have written. */
export function storeOfConnection(connectionId: string): string | undefined {
  if (!/^[\w-]{38}$/.test(connectionId)) return undefined
  const bytes = Buffer.from(connectionId.slice(0, 22), 'base64url')
  if (bytes.toString('base64url') !== connectionId.slice(0, 22)) return undefined
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
