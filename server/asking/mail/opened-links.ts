import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { LinkPurpose, MailKind } from '../../foundation/mailings/kinds.ts'
import { findByToken } from '../../foundation/mailings/links.ts'
import { type AskedRequest, requestsOfMailing } from '../requests/requests.ts'

export type Mailing = {
  storeId: string
  id: string
  kind: MailKind
  /** Normalised, and as entered; both null once the person is erased. */
  address: string | null
  email: string | null
  name: string | null
  language: string
  recordId: string | null
  /** The mailing of the requests. A reminder shares it with the first mail. */
  firstMailingId: string | null
  /** The requests that are left: cancelled orders are excluded. */
  requests: AskedRequest[]
}

/** The mailing that a link of this purpose belongs to. Throws `link_unknown`, and `link_expired` for an old link. */
export async function findMailing(
  db: Connection,
  purpose: 'form' | 'confirm',
  token: string,
  now: number,
): Promise<Mailing> {
  const { expiresAt, mailing } = await findLink(db, purpose, token)
  if (expiresAt.getTime() <= now) throw new ApiError('link_expired')
  return mailing
}

/** The mailing that a link to unsubscribe belongs to. Such a link never expires. Throws `link_unknown`. */
export async function findUnsubscribing(db: Connection, token: string): Promise<Mailing> {
  return (await findLink(db, 'unsubscribe', token)).mailing
}

/**
 * Records when the requests of a mailing were first opened. Changes nothing that a buyer or a store does with them, and
 * nothing at a second call.
 */
export async function recordOpened(
  db: Connection,
  storeId: string,
  firstMailingId: string,
  at: Date,
): Promise<void> {
  await db.query(sql`
    update mailings
    set opened_at = ${at}
    where store_id = ${storeId} and id = ${firstMailingId} and kind = 'request' and opened_at is null`)
}

type LinkRow = {
  store_id: string
  id: string
  kind: MailKind
  address: string | null
  email: string | null
  name: string | null
  language: string
  record_id: string | null
  requests_of: string | null
  link_expires_at: Date
}

async function findLink(
  db: Connection,
  purpose: LinkPurpose,
  token: string,
): Promise<{ expiresAt: Date; mailing: Mailing }> {
  const row = await findByToken<LinkRow>(
    db,
    purpose,
    token,
    where => sql`
      select store_id, id, kind, address, email, name, language, record_id, requests_of, link_expires_at
      from mailings
      where ${where}`,
  )
  const { store_id, record_id, requests_of, link_expires_at, ...rest } = row
  const requests = requests_of === null ? [] : await requestsOfMailing(db, store_id, requests_of)
  return {
    expiresAt: link_expires_at,
    mailing: { ...rest, storeId: store_id, recordId: record_id, firstMailingId: requests_of, requests },
  }
}
