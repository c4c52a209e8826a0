import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Secrets } from '../lib/secret.ts'
import { comparableAddress } from '../lib/text/email-address.ts'
import { uuid } from '../lib/uuid.ts'
import type { AccessKind, NoticeKind } from './kinds.ts'
import { hashesOf, makeSalt, tokensOf } from './links.ts'
import { jobLostAt } from './waiting.ts'

/** Without a usable address nothing is sent. `language` is a language tag. */
export type Recipient = { email: string | null; name: string | null; language: string }

/** A mail about a review or question, and when that changed. */
export type Notice = { kind: NoticeKind; recordId: string; to: Recipient; at: Date }

/**
 * Queues a mail about a review or question, with its job, in the transaction of the caller. Queues nothing without a
 * usable address. The mail is written from the record when it is sent.
 */
export async function queueNotice(
  tx: Connection,
  storeId: string,
  { kind, recordId, to, at }: Notice,
): Promise<void> {
  const address = to.email === null ? undefined : comparableAddress(to.email)
  if (!address) return
  const id = uuid()
  await tx.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_salt, link_expires_at, state, record_id,
      next_attempt_at, created_at
    )
    select store_id, ${id}, ${kind}, ${address}, ${to.email}, ${to.name}, ${to.language}, ${makeSalt()},
      ${at}::timestamptz + make_interval(days => link_days), 'queued', ${recordId},
      ${jobLostAt(at)}, ${at}
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
export async function lockPerson(tx: Connection, storeId: string, mailingId: string): Promise<boolean> {
  const held = await tx.query(sql`
    update mailings
    set address = address
    where store_id = ${storeId} and id = ${mailingId} and address is not null
    returning id`)
  return held.length > 0
}
