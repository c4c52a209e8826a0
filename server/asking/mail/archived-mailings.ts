import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { hasUnsubscribe, isAboutAccess, type MailKind, mailKinds } from '../../foundation/mailings/kinds.ts'
import { makeSalt, toHex } from '../../foundation/mailings/links.ts'
import { reopenUnsentRequests } from '../requests/archived-requests.ts'

const listed = (kinds: MailKind[]) => raw(kinds.map(kind => `'${kind}'`).join(', '))

/** For an export: excludes mails that open accounts, which belong to the installation and not to the store. */
export const isArchivedMailing = sql`kind not in (${listed(mailKinds.filter(isAboutAccess))})`

/** A row of `mailings`, read from JSON. */
export type ArchivedMailing = Record<string, unknown>

/** Columns that a restore sets itself, whatever the archive contains. */
export const restoredColumns = ['link_salt', 'unsubscribe_hash', 'restored_at']

/**
 * The row to insert for an archived mailing; undefined for a mail that opens accounts. The author of the archive
 * chose every field, so the mailing gets a new salt, and the archived hash can only unsubscribe. The address is
 * computed again from the e-mail: suppressions match the address, and mail is sent to the e-mail.
 */
export function restoreMailing(
  row: ArchivedMailing,
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
    unsubscribe_hash: hasUnsubscribe(kind) ? (row.unsubscribe_hash ?? null) : null,
    restored_at: at,
  }
}

/**
 * After a restore, cancel queued mails: the old installation may still send them. Their requests are pending again
 * and go into new mails.
 */
export async function settleArchivedMails(tx: Connection, storeId: string): Promise<void> {
  await reopenUnsentRequests(
    tx,
    storeId,
    sql`select id from mailings where store_id = ${storeId} and state = 'queued'`,
  )
  await tx.query(sql`
    update mailings
    set state = 'cancelled', next_attempt_at = null, last_answer = 'the store was moved before it was sent'
    where store_id = ${storeId} and state = 'queued'`)
}

/** The number of mails that still get a reminder. */
export async function countMailsToRemindOf(tx: Connection, storeId: string): Promise<number> {
  const [row] = await tx.query<{ mails: number }>(sql`
    select count(*)::integer as mails
    from mailings
    where store_id = ${storeId} and remind_at is not null`)
  return row?.mails ?? 0
}
