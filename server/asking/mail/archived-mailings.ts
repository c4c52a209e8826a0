import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { nameOfSentence } from '../../foundation/lib/text/named-sentences.ts'
import {
  hasUnsubscribe,
  isAboutAccess,
  isToTeam,
  type MailKind,
  mailKinds,
} from '../../foundation/mailings/kinds.ts'
import { makeSalt, toHex } from '../../foundation/mailings/links.ts'
import { type OwnAnswer, ownAnswerNames, ownAnswers } from '../../foundation/mailings/own-answers.ts'
import { reopenUnsentRequests } from '../requests/archived-requests.ts'

const listed = (kinds: MailKind[]) => raw(kinds.map(kind => `'${kind}'`).join(', '))

const isToMembers = (kind: MailKind) => isAboutAccess(kind) || isToTeam(kind)

/** For an export: excludes mails to the people of the store, who belong to the installation. */
export const isArchivedMailing = sql`kind not in (${listed(mailKinds.filter(isToMembers))})`

/** A row of `mailings`, read from JSON. */
export type ArchivedMailing = Record<string, unknown>

/** Columns that a restore sets itself, whatever the archive contains. */
export const restoredColumns = ['link_salt', 'unsubscribe_hash', 'restored_at', 'own_answer']

/**
 * The row to insert for an archived mailing; undefined for a mail to people of the store. The author of the archive
 * chose every field, so the mailing gets a new salt, and the archived hash can only unsubscribe. The address is
 * computed again from the e-mail: suppressions match the address, and mail is sent to the e-mail.
 */
export function restoreMailing(
  row: ArchivedMailing,
  newId: (id: string) => string,
  at: Date,
): ArchivedMailing | 'own_answer' | undefined {
  const kind = row.kind as MailKind
  if (!mailKinds.includes(kind) || isToMembers(kind)) return undefined
  const { own_answer = null } = row
  if (own_answer !== null && !ownAnswerNames.includes(own_answer as OwnAnswer)) return 'own_answer'
  const address = typeof row.email === 'string' ? comparableAddress(row.email) : undefined
  return {
    ...('own_answer' in row ? row : withName(row)),
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

/** The row with the name of its answer, which archives of earlier releases have in English. */
function withName(row: ArchivedMailing): ArchivedMailing {
  const found = nameOfSentence(String(row.last_answer ?? ''), ownAnswers)
  if (!found) return { ...row, own_answer: null }
  const state = found.name === 'kept' && row.state === 'sent' ? 'kept' : row.state
  return { ...row, state, own_answer: found.name, last_answer: found.values.answer ?? null }
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
    set state = 'cancelled', next_attempt_at = null, own_answer = 'moved', last_answer = null
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
