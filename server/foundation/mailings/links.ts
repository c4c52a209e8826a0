import { randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { ApiError } from '../errors/errors.ts'
import { readStoreToken, writeStoreToken } from '../lib/ids/store-token.ts'
import { deriveToken, fingerprint, type Secrets } from '../lib/secret.ts'
import { hasUnsubscribe, kindsFor, type LinkPurpose, type MailKind, purposeOf } from './kinds.ts'

/** The columns of a mailing that its tokens are derived from. */
export type LinkSource = { storeId: string; id: string; kind: MailKind; link_salt: Buffer }

/** The tokens of one mail: for its button and for unsubscribing. Null where it has no such link. */
export type Tokens = { link: string | null; unsubscribe: string | null }

/** SHA-256 of each token. The database stores nothing else of them. */
export type LinkHashes = { link_hash: Buffer | null; unsubscribe_hash: Buffer | null }

/** The salt of a new mailing, from which its tokens are derived. No response, log, export or archive contains it. */
export function makeSalt(): Buffer {
  return randomBytes(32)
}

/**
 * The tokens of a mailing. They are derived, so that a retry carries the same links. An importer can choose ids, so
 * the salt keeps tokens secret: an id alone gives no token.
 */
export function tokensOf(secret: Secrets['current'], source: LinkSource): Tokens {
  const purpose = purposeOf(source.kind)
  return {
    link: purpose && tokenFor(secret, purpose, source),
    unsubscribe: hasUnsubscribe(source.kind) ? tokenFor(secret, 'unsubscribe', source) : null,
  }
}

export function hashesOf({ link, unsubscribe }: Tokens): LinkHashes {
  return {
    link_hash: link === null ? null : fingerprint(link),
    unsubscribe_hash: unsubscribe === null ? null : fingerprint(unsubscribe),
  }
}

/** The tokens whose hashes are stored, if a configured secret made them; otherwise those of the current secret. */
export function currentTokens({ current, all }: Secrets, source: LinkSource & LinkHashes): Tokens {
  const isKept = (tokens: Tokens) => {
    const { link_hash, unsubscribe_hash } = hashesOf(tokens)
    return isSame(link_hash, source.link_hash) && isSame(unsubscribe_hash, source.unsubscribe_hash)
  }
  return all.map(secret => tokensOf(secret, source)).find(isKept) ?? tokensOf(current, source)
}

/** Bytes as PostgreSQL reads them from JSON. */
export function toHex(bytes: Buffer | null): string | null {
  return bytes && `\\x${bytes.toString('hex')}`
}

export function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

/**
 * The mailing that a token of this purpose belongs to; `select` makes the statement from its condition. Throws
 * `link_unknown`.
 */
export async function findByToken<Row extends object>(
  db: Connection,
  purpose: LinkPurpose,
  token: string,
  select: (where: Sql) => Sql,
): Promise<Row> {
  for (const where of placesOf(purpose, token)) {
    const [row] = await db.query<Row>(select(where))
    if (row) return row
  }
  throw new ApiError('link_unknown')
}

function tokenFor(
  secret: string,
  purpose: LinkPurpose,
  { storeId, kind, id, link_salt }: LinkSource,
): string {
  // Each part has a fixed alphabet without spaces, so no two sources give the same text.
  return writeStoreToken(
    storeId,
    deriveToken(secret, `link ${purpose}`, link_salt, `${storeId} ${kind} ${id}`),
  )
}

/** The conditions that can find a token, in order. Each names the kinds whose mails have such a link. */
function placesOf(purpose: LinkPurpose, token: string): Sql[] {
  const hash = fingerprint(token)
  const isOfKind = sql`kind = any(${kindsFor(purpose)}::text[])`
  const ofStore = readStoreToken(token)
  if (ofStore === undefined) return []
  if (purpose !== 'unsubscribe') return [sql`store_id = ${ofStore} and link_hash = ${hash} and ${isOfKind}`]
  // The link in a restored mail still names the store that sent it. That store is tried first.
  const restored = sql`
    unsubscribe_hash = ${hash} and restored_at is not null and ${isOfKind}
    order by restored_at desc
    limit 1`
  return [sql`store_id = ${ofStore} and unsubscribe_hash = ${hash} and ${isOfKind}`, restored]
}
