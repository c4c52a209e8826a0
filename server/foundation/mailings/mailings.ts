import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { uuid } from '../lib/ids/uuid.ts'
import type { Secrets } from '../lib/secret.ts'
import { comparableAddress } from '../lib/text/email-address.ts'
import type { AccessKind, NoticeKind, TeamKind } from './kinds.ts'
import { hashesOf, makeSalt, tokensOf } from './links.ts'
import { enqueueMails, jobLostAt } from './queue.ts'

/** Without a usable address, no mail is sent. `language` is a language tag. */
export type Recipient = { email: string | null; name: string | null; language: string }

/** A mail about a review or question, or to the people of the store. `at` is when the record changed. */
export type Notice = {
  kind: NoticeKind | 'team_notice'
  recordId: string
  to: Recipient
  at: Date
  id?: string
}

/**
 * Queues a mail about a review or question, with its job, in the caller's transaction. Without a usable address it
 * queues nothing. The mail is written from the record when it is sent.
 */
export async function queueNotice(
  tx: Connection,
  storeId: string,
  { kind, recordId, to, at, id = uuid() }: Notice,
): Promise<void> {
  const address = to.email === null ? undefined : comparableAddress(to.email)
  if (!address) return
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
  await enqueueMails(tx, storeId, [{ id, kind }])
}

/** An access mail. `recordId` is the user or the invitation. */
export type Access = {
  kind: AccessKind | Exclude<TeamKind, 'team_notice'>
  recordId: string
  email: string
  name: string | null
  language: string
  at: Date
  expiresAt: Date
}

/**
 * Queues an access mail with its job, in the caller's transaction. Returns the hash of its link's token, for the
 * caller to store; undefined for an unusable address.
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
  await enqueueMails(tx, storeId, [{ id, kind }])
  return link_hash ?? undefined
}

/** Deletes the confirmation mails of deleted records. */
export async function forgetConfirmations(
  tx: Connection,
  storeId: string,
  recordIds: string[],
): Promise<void> {
  await tx.query(sql`
    delete from mailings
    where store_id = ${storeId} and record_id = any(${recordIds}::uuid[])
      and kind in ('confirm_review', 'confirm_question', 'confirm_answer')`)
}

/**
 * Locks a mailing whose address the caller is about to store elsewhere. Returns false if the person has been erased.
 * It writes the row instead of only locking it: a concurrent erasure then restarts and sees what this transaction
 * wrote.
 */
export async function lockPerson(tx: Connection, storeId: string, mailingId: string): Promise<boolean> {
  const held = await tx.query(sql`
    update mailings
    set address = address
    where store_id = ${storeId} and id = ${mailingId} and address is not null
    returning id`)
  return held.length > 0
}
