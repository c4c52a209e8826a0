/**
 * A token that names its store: 22 base64url characters for the store's id, then 43 for 256 secret bits. It names the
 * store so that a lookup by its hash reads one store's rows.
 */
export function writeStoreToken(storeId: string, secret: Buffer): string {
  if (secret.length !== 32) throw new Error('a token takes 256 bits')
  return writeShortId(storeId) + secret.toString('base64url')
}

/** The id of the store in a token; undefined for a text that `writeStoreToken` cannot have written. */
export function readStoreToken(token: string): string | undefined {
  if (!/^[\w-]{65}$/.test(token)) return undefined
  return readShortId(token.slice(0, 22))
}

/** A UUID in 22 base64url characters. */
export function writeShortId(id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  if (bytes.length !== 16) throw new Error(`${id} is no UUID`)
  return bytes.toString('base64url')
}

/** The UUID in 22 base64url characters; undefined for a text that `writeShortId` cannot have written. */
export function readShortId(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 16 || bytes.toString('base64url') !== text) return undefined
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
