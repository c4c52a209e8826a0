import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { Secrets } from '../lib/secret.ts'
import { type Buyer, holdsAddress } from '../personal-data/person.ts'
import { type MailAnswer, publicMail } from './own-answers.ts'
import { whySuppressed } from './suppressions.ts'

/** The person's mails, and why their address is suppressed, if it is. */
export async function mailsOfPerson(
  db: Connection,
  secrets: Secrets,
  storeId: string,
  { address }: Buyer,
): Promise<{ mailings: object[]; suppressed: string | null }> {
  const mailings = await db.query<MailAnswer & { state: string }>(sql`
    select id, kind, email, name, language, state, record_id, attempts, own_answer, last_answer, created_at, sent_at,
      opened_at
    from mailings
    where store_id = ${storeId} and address = ${address}
    order by created_at, id`)
  return {
    mailings: mailings.map(publicMail),
    suppressed: (await whySuppressed(db, secrets, storeId, address)) ?? null,
  }
}

/**
 * Erases the person from the mail log: cancels queued mails and disables all links. Returns the names that mails were
 * sent to.
 */
export async function erasePersonFromMails(
  tx: Connection,
  storeId: string,
  buyer: Buyer,
): Promise<{ mailings: number; names: string[] }> {
  const rows = await tx.query<{ name: string | null }>(sql`
    select name
    from mailings
    where store_id = ${storeId} and address = ${buyer.address}
    for update`)
  await tx.query(sql`
    update mailings
    set address = null, email = null, name = null, own_answer = null, last_answer = null, link_salt = null, link_hash = null,
      unsubscribe_hash = null, remind_at = null,
      state = case when state = 'queued' then 'cancelled' else state end,
      next_attempt_at = null
    where store_id = ${storeId} and address = ${buyer.address}`)
  await tx.query(sql`
    update mailings
    set own_answer = null, last_answer = null
    where store_id = ${storeId} and ${holdsAddress(buyer, raw('last_answer'))}`)
  await tx.query(sql`
    update suppressions
    set answer = null
    where store_id = ${storeId} and ${holdsAddress(buyer, raw('answer'))}`)
  return { mailings: rows.length, names: rows.flatMap(({ name }) => name ?? []) }
}
