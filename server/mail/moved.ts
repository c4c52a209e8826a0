import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { requestsAgain } from '../requests/moved.ts'
import { comparableAddress } from './address.ts'
import { hasUnsubscribe, isAboutAccess, type MailKind, mailKinds } from './kinds.ts'
import { makeSalt, toHex } from './links.ts'

const listed = (kinds: MailKind[]) => raw(kinds.map(kind => `'${kind}'`).join(', '))

/** For an export: mails that open accounts belong to the installation, not to the store. */
export const isArchivedMailing = sql`kind not in (${listed(mailKinds.filter(isAboutAccess))})`

/** For an export: the hash that unsubscribes. Before links had salts, one token opened the form and unsubscribed. */
export const archivedUnsubscribeHash = sql`
  coalesce(
    unsubscribe_hash,
    case when link_salt is null and kind in (${listed(mailKinds.filter(hasUnsubscribe))}) then link_hash end
  ) as unsubscribe_hash`

/** A row of `mailings` as JSON has it. */
export type ArchivedMailing = Record<string, unknown>

/** Columns of a restored mailing that no archive decides about. */
export const restoredColumns = ['link_salt', 'unsubscribe_hash', 'restored_at']

/**
 * A mailing as a restored store has it, or undefined for one that opens accounts. The author of the archive
 * chose every field. So it gets a salt of its own, and the hash it brought opens nothing but unsubscribing. Its address is
 * computed from the e-mail again, because suppressions are found by the one and mail goes to the other.
 */
export function restoreMailing(
  { link_hash, ...row }: ArchivedMailing,
  newId: (id: string) => string,
  at: Date,
): ArchivedMailing | undefined {
  const kind = row.kind as MailKind
  if (!mailKinds.includes(kind) || isAboutAccess(kind)) return undefined
  const address = typeof row.email === 'string' ? comparableAddress(row.email) : undefined
  return {
    ...row,
    id: newId(String(row.id)),
    requests_of: row.requests_of ? newId(String(row.requests_of)) : null,
    address: address ?? null,
    email: address === undefined ? null : row.email,
    link_salt: toHex(makeSalt()),
    remind_at: kind === 'request' ? (row.remind_at ?? null) : null,
    unsubscribe_hash: hasUnsubscribe(kind) ? (row.unsubscribe_hash ?? link_hash ?? null) : null,
    restored_at: at,
  }
}

/**
 * After a restore, cancel queued mails: the old installation may still send them. The requests in them wait and are
 * gathered again.
 */
export async function settleMovedMails(tx: Connection, storeId: string): Promise<void> {
  await requestsAgain(
    tx,
    storeId,
    sql`select id from mailings where store_id = ${storeId} and state = 'queued'`,
  )
  await tx.query(sql`
    update mailings
    set state = 'cancelled', next_attempt_at = null, last_answer = 'the store was moved before it was sent'
    where store_id = ${storeId} and state = 'queued'`)
}

/** How many mails a reminder is to follow. */
export async function countMailsToRemindOf(tx: Connection, storeId: string): Promise<number> {
  const [row] = await tx.query<{ mails: number }>(sql`
    select count(*)::integer as mails
    from mailings
    where store_id = ${storeId} and remind_at is not null`)
  return row?.mails ?? 0
}
