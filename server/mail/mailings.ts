import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { ApiError } from '../errors.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Secrets } from '../lib/secret.ts'
import { uuid } from '../lib/uuid.ts'
import { readQuestion } from '../questions/questions.ts'
import { type AskedRequest, requestsOfMailing } from '../requests/requests.ts'
import { readReview } from '../reviews/reviews.ts'
import { readStore } from '../stores/stores.ts'
import { comparableAddress } from './address.ts'
import type { LinkPurpose, MailKind } from './kinds.ts'
import { findByToken, hashesOf, makeSalt, tokensOf } from './links.ts'
import { jobLostAt } from './waiting.ts'

type AccessKind = 'password_reset' | 'invitation'

export type NoticeKind = Exclude<MailKind, 'request' | 'reminder' | AccessKind>

/** Something to tell somebody: the review or question it is about, and when it came to pass. */
export type Notice = { kind: NoticeKind; recordId: string; at: Date }

export type Mailing = {
  storeId: string
  id: string
  kind: MailKind
  /** As compared, as given; null once the person is erased. */
  address: string | null
  email: string | null
  name: string | null
  language: string
  recordId: string | null
  /** The mailing whose requests this is about, which a reminder shares with the first mail. */
  requestsOf: string | null
  /** What the link still asks about: cancelled orders are left out. */
  requests: AskedRequest[]
}

/**
 * Queues a mail about a review or question, with its job, in the transaction of the caller. It goes to who
 * wrote the record (`question_received`: to the store's contact address); where there is no usable address
 * nothing is queued. Its words are read from the records when it is sent. Throws `review_unknown` or
 * `question_unknown`.
 */
export async function queueNotice(tx: Connection, storeId: string, notice: Notice): Promise<void> {
  const to = await recipientOf(tx, storeId, notice)
  const address = to.email === null ? undefined : comparableAddress(to.email)
  if (!address) return
  const id = uuid()
  await tx.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_salt, link_expires_at, state, record_id,
      next_attempt_at, created_at
    )
    select store_id, ${id}, ${notice.kind}, ${address}, ${to.email}, ${to.name}, ${to.language}, ${makeSalt()},
      ${notice.at}::timestamptz + make_interval(days => link_days), 'queued', ${notice.recordId},
      ${jobLostAt(notice.at)}, ${notice.at}
    from stores
    where store_id = ${storeId}`)
  await enqueue(tx, 'send-mailing', storeId, [id])
}

/** A mail that lets somebody in. `recordId`: the person, or the invitation. */
export type Access = {
  kind: AccessKind
  recordId: string
  email: string
  name: string | null
  language: string
  at: Date
  expiresAt: Date
}

/**
 * Queues a mail that lets somebody in, with its job, in the transaction of the caller. Resolves with the hash
 * of the token in its link, for the caller to keep; undefined where the address is none we can mail to.
 */
export async function queueAccess(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  { kind, recordId, email, name, language, at, expiresAt }: Access,
): Promise<Buffer | undefined> {
  const address = comparableAddress(email)
  if (!address) return undefined
  const id = uuid()
  const link_salt = makeSalt()
  const { link_hash } = hashesOf(tokensOf(secrets.current, { storeId, id, kind, link_salt }))
  await tx.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_salt, link_hash, link_expires_at, state,
      record_id, next_attempt_at, created_at
    )
    values (
      ${storeId}, ${id}, ${kind}, ${address}, ${email}, ${name}, ${language}, ${link_salt}, ${link_hash},
      ${expiresAt}, 'queued', ${recordId}, ${jobLostAt(at)}, ${at}
    )`)
  await enqueue(tx, 'send-mailing', storeId, [id])
  return link_hash ?? undefined
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

/** Deletes the mails that asked whether an address is real, of records that are gone: nobody needs it any more. */
export async function forgetConfirmations(
  tx: Connection,
  storeId: string,
  recordIds: string[],
): Promise<void> {
  await tx.query(sql`
    delete from mailings
    where store_id = ${storeId} and record_id = any(${recordIds}::uuid[])
      and kind in ('confirm_review', 'confirm_question')`)
}

/**
 * Whoever writes down an address that it read from a mailing calls this first, in the same transaction; false:
 * the person was erased meanwhile. The row is written, not only locked: an erasure that runs at the same time
 * then begins again, and sees what this transaction wrote.
 */
export async function holdPerson(tx: Connection, storeId: string, mailingId: string): Promise<boolean> {
  const held = await tx.query(sql`
    update mailings
    set address = address
    where store_id = ${storeId} and id = ${mailingId} and address is not null
    returning id`)
  return held.length > 0
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
    mailing: { ...rest, storeId: store_id, recordId: record_id, requestsOf: requests_of, requests },
  }
}

async function recipientOf(
  tx: Connection,
  storeId: string,
  { kind, recordId }: Notice,
): Promise<{ email: string | null; name: string | null; language: string }> {
  if (kind === 'question_received') {
    const store = await readStore(tx, storeId)
    return { email: store.contact_email, name: store.name, language: store.locale }
  }
  const isReview = kind.startsWith('review_') || kind === 'confirm_review'
  const record = isReview
    ? await readReview(tx, storeId, recordId)
    : await readQuestion(tx, storeId, recordId)
  return { email: record.email, name: record.display_name, language: record.language }
}
