import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Actor, By } from '../../foundation/events/audit/audit.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { queueNotice } from '../../foundation/mailings/mailings.ts'
import { whySuppressed } from '../../foundation/mailings/suppressions.ts'
import { isManyFromNetwork } from '../moderation/moderation.ts'

/** A visitor who wants to hear what becomes of a report. `network` is from `networkHash`. */
export type Reporter = { email: string; language: string; network?: Buffer | undefined }

type Reported = { reviewId: string; id: string; at: Date }

// Anybody can enter the address of a stranger, so each of these is small.
const mostOpen = 5 // reports of one address that the store has not decided about
const day = 24 * 60 * 60 * 1000

/**
 * Keeps the address of a report's sender until the decision, and queues the receipt. Keeps nothing if the address is
 * unusable or suppressed, has many undecided reports, or if its network sent many things within a day; and an address
 * gets one receipt a day at most (docs/decisions/0126-tell-reporters.md).
 */
export async function keepReporter(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  { reviewId, id, at }: Reported,
  { email, language, network }: Reporter,
): Promise<void> {
  const address = comparableAddress(email)
  if (!address) return
  if (await isManyFromNetwork(tx, storeId, { network, at })) return
  // Of two reports at once, the second waits here for the first one's commit.
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`${storeId} reporter ${address}`}, 0))`)
  if (await whySuppressed(tx, secrets, storeId, address)) return
  if ((await openReportsOf(tx, storeId, address)) >= mostOpen) return
  await tx.query(sql`
    update review_reports
    set email = ${email}, address = ${address}, language = ${language}
    where store_id = ${storeId} and review_id = ${reviewId} and id = ${id}`)
  if (await hadReceipt(tx, storeId, address, new Date(at.getTime() - day))) return
  const to = { email, name: null, language }
  await queueNotice(tx, storeId, { kind: 'report_received', recordId: reviewId, to, at })
}

/**
 * Notes that the store decided about a review: its reports are closed, and whoever left an address is mailed the
 * decision. The addresses are deleted. Returns the number of reports that were open.
 */
export async function closeReports(
  tx: Connection,
  storeId: string,
  reviewId: string,
  { at, actor }: By,
): Promise<number> {
  const open = await tx.query<{ id: string; email: string | null; language: string | null }>(sql`
    select id, email, language
    from review_reports
    where store_id = ${storeId} and review_id = ${reviewId} and decided_at is null
    order by id
    for update`)
  if (open.length === 0) return 0
  await tx.query(sql`
    update review_reports
    set decided_at = ${at}, automated = ${isProgram(actor)}, email = null, address = null, language = null
    where store_id = ${storeId} and review_id = ${reviewId} and decided_at is null`)
  await tx.query(sql`
    update reviews
    set reported = false
    where store_id = ${storeId} and id = ${reviewId} and reported`)
  const reporters = new Map(open.flatMap(({ email, language }) => (email ? [[email, language ?? 'en']] : [])))
  for (const [email, language] of reporters) {
    const to = { email, name: null, language }
    await queueNotice(tx, storeId, { kind: 'report_decided', recordId: reviewId, to, at })
  }
  return open.length
}

/** Whether a program made the newest decision about a reported review. */
export async function wasAutomated(db: Connection, storeId: string, reviewId: string): Promise<boolean> {
  const [newest] = await db.query<{ automated: boolean | null }>(sql`
    select automated
    from review_reports
    where store_id = ${storeId} and review_id = ${reviewId} and decided_at is not null
    order by decided_at desc
    limit 1`)
  return newest?.automated === true
}

/** A condition for a statement about `stores`: `forgetReporters` would delete an address. */
export function hasOldReporters(before: Date): Sql {
  return sql`exists (
    select from review_reports
    where review_reports.store_id = stores.store_id and address is not null and at <= ${before})`
}

/** Deletes the addresses of reports that nobody decided about in time. */
export async function forgetReporters(db: Connection, storeId: string, before: Date): Promise<void> {
  await db.query(sql`
    update review_reports
    set email = null, address = null, language = null
    where store_id = ${storeId} and address is not null and at <= ${before}`)
}

// An assistant or a program of the store may have decided by itself: we cannot know, so the mail says so.
function isProgram(actor: Actor): boolean {
  return ['api', 'rule', 'import', 'system'].includes(actor)
}

async function openReportsOf(tx: Connection, storeId: string, address: string): Promise<number> {
  const [counted] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count
    from review_reports
    where store_id = ${storeId} and address = ${address}`)
  return counted?.count ?? 0
}

async function hadReceipt(tx: Connection, storeId: string, address: string, since: Date): Promise<boolean> {
  const sent = await tx.query(sql`
    select
    from mailings
    where store_id = ${storeId} and address = ${address} and kind = 'report_received' and created_at > ${since}
    limit 1`)
  return sent.length > 0
}
