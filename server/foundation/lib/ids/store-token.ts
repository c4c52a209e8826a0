/**
 * A token that names its store: 22 base64url characters for the store's id, then 43 for 256 secret bits. It names the
 * store so that a lookup by its hash reads one store's rows.
 */
export function writeStoreToken(storeId: string, secret: Buffer): string {
  const id = Buffer.from(storeId.replaceAll('-', ''), 'hex')
  if (id.length !== 16 || secret.length !== 32) throw new Error('a token takes a store and 256 bits')
  return id.toString('base64url') + secret.toString('base64url')
}

/** The id of the store in a token; undefined for a text that `writeStoreToken` cannot have written. */
export function readStoreToken(token: string): string | undefined {
  if (!/^[\w-]{65}$/.test(token)) return undefined
  const hex = Buffer.from(token.slice(0, 22), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
