import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { AskedPart } from './requests.ts'

/** A mail that asks about requests, or a reminder of it: the id of the first mailing, and the address of both. */
export type AskingMail = { id: string; address: string }

/**
 * SQL: a request of one of these mails. The index of addresses finds it. The indexes of mailings and of states are
 * empty before mails are gathered. By statistics from then they seem cheap, and PostgreSQL would read all of the
 * store's requests in them: `is true` keeps the condition from matching theirs.
 */
function isAskedBy(mails: AskingMail[]): Sql {
  return sql`(
    address = any(${mails.map(({ address }) => address)}::text[])
    and (mailing_id = any(${mails.map(({ id }) => id)}::uuid[])) is true
  )`
}

/** The parts of each mailing whose requests are in this state. */
export async function partsOfMailings(
  db: Connection,
  storeId: string,
  mails: AskingMail[],
  state: 'scheduled' | 'sent',
): Promise<Map<string, AskedPart[]>> {
  if (mails.length === 0) return new Map()
  const rows = await db.query<AskedPart & { mailing_id: string }>(sql`
    select mailing_id, order_id, part, left_out, rule
    from review_requests
    where store_id = ${storeId} and ${isAskedBy(mails)} and (state = ${state}) is true
    order by due_at, order_id, part`)
  const parts = new Map<string, AskedPart[]>()
  for (const { mailing_id, ...part } of rows) parts.set(mailing_id, [...(parts.get(mailing_id) ?? []), part])
  return parts
}

/** The mails that a campaign to earlier buyers asked with, also elsewhere before a restore: no reminder follows them. */
export async function mailsOfCampaigns(
  db: Connection,
  storeId: string,
  mails: AskingMail[],
): Promise<Set<string>> {
  if (mails.length === 0) return new Set()
  const rows = await db.query<{ mailing_id: string }>(sql`
    select mailing_id
    from review_requests
    where store_id = ${storeId} and ${isAskedBy(mails)}
    group by mailing_id
    having bool_and(reasons @> '[{"name": "campaign"}]')`)
  return new Set(rows.map(({ mailing_id }) => mailing_id))
}

/** The mails with at least one sent request and no reviewed one. */
export async function unreviewedAmong(
  db: Connection,
  storeId: string,
  mails: AskingMail[],
): Promise<AskingMail[]> {
  if (mails.length === 0) return []
  const rows = await db.query<{ mailing_id: string }>(sql`
    select mailing_id
    from review_requests
    where store_id = ${storeId} and ${isAskedBy(mails)} and (state in ('sent', 'reviewed')) is true
    group by mailing_id
    having bool_and(state = 'sent')`)
  const unreviewed = new Set(rows.map(({ mailing_id }) => mailing_id))
  return mails.filter(({ id }) => unreviewed.has(id))
}
