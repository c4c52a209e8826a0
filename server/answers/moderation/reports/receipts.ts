import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { Actor, By } from '../../../foundation/events/audit/audit.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { queueNotice } from '../../../foundation/mailings/mailings.ts'
import { whySuppressed } from '../../../foundation/mailings/suppressions.ts'
import type { Content, ContentKind } from '../content/content-kind.ts'
import type { RecordKind } from '../flags.ts'
import { isManyFromNetwork } from '../moderation.ts'
import { reportedKinds, tableOf } from './tables.ts'

/** A visitor who wants to hear what becomes of a report. `network` is from `networkHash`. */
export type Reporter = { email: string; language: string; network?: Buffer | undefined }

type Reported = { kind: RecordKind; recordId: string; id: string; at: Date }

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
  { kind, recordId, id, at }: Reported,
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
  const { reports, about } = tableOf(kind)
  await tx.query(sql`
    update ${reports}
    set email = ${email}, address = ${address}, language = ${language}
    where store_id = ${storeId} and ${about} = ${recordId} and id = ${id}`)
  if (await hadReceipt(tx, storeId, address, new Date(at.getTime() - day))) return
  const to = { email, name: null, language }
  await queueNotice(tx, storeId, { kind: 'report_received', recordId, to, at })
}

/**
 * Notes that the store decided about a record: its reports are closed, and whoever left an address is mailed the
 * decision. The addresses are deleted. Returns the number of reports that were open.
 */
export async function closeReports<Item extends Content>(
  tx: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  recordId: string,
  { at, actor }: By,
): Promise<number> {
  const { reports, about } = tableOf(kind.name)
  const open = await tx.query<{ id: string; email: string | null; language: string | null }>(sql`
    select id, email, language
    from ${reports}
    where store_id = ${storeId} and ${about} = ${recordId} and decided_at is null
    order by id
    for update`)
  await tx.query(sql`
    update ${kind.table}
    set reported = false
    where store_id = ${storeId} and id = ${recordId} and reported`)
  if (open.length === 0) return 0
  await tx.query(sql`
    update ${reports}
    set decided_at = ${at}, automated = ${isProgram(actor)}, email = null, address = null, language = null
    where store_id = ${storeId} and ${about} = ${recordId} and decided_at is null`)
  const reporters = new Map(open.flatMap(({ email, language }) => (email ? [[email, language ?? 'en']] : [])))
  for (const [email, language] of reporters) {
    const to = { email, name: null, language }
    await queueNotice(tx, storeId, { kind: 'report_decided', recordId, to, at })
  }
  return open.length
}

/** What mails say of a reported record; `automated`: a program made the newest decision about it. */
export type ReportedRecord = Pick<Content, 'product_id' | 'moderation_reason'> & {
  kind: RecordKind
  /** Visitors see it. */
  isShown: boolean
  automated: boolean
}

/** The reported record of a mail, which names it by its id alone. Throws `review_unknown` if it is gone. */
export async function readReported(db: Connection, storeId: string, id: string): Promise<ReportedRecord> {
  const found = reportedKinds.map(kind => {
    const { reports, about } = tableOf(kind)
    return sql`
      select ${kind}::text as kind, product_id, ${isShown(kind, storeId)} as "isShown", moderation_reason, coalesce(
        (
          select automated
          from ${reports}
          where ${reports}.store_id = ${storeId} and ${about} = content.id and decided_at is not null
          order by decided_at desc
          limit 1
        ),
        false
      ) as automated
      from ${raw(`${kind}s`)} as content
      where store_id = ${storeId} and id = ${id}`
  })
  const [record] = await db.query<ReportedRecord>(join(found, ' union all '))
  if (!record) throw new ApiError('review_unknown')
  return record
}

/** Whether visitors see a record of `content`: an answer goes with its question, whatever its own state. */
function isShown(kind: RecordKind, storeId: string): Sql {
  if (kind !== 'answer') return sql`content.state = 'published'`
  return sql`(content.state = 'published' and exists (
    select
    from questions
    where questions.store_id = ${storeId} and questions.id = content.question_id
      and questions.state = 'published'
  ))`
}

/** Throws `review_unknown`, `question_unknown` or `answer_unknown` unless visitors see the record. */
export async function requireShown(
  db: Connection,
  storeId: string,
  kind: RecordKind,
  id: string,
): Promise<void> {
  const shown = await db.query(sql`
    select
    from ${raw(`${kind}s`)} as content
    where store_id = ${storeId} and id = ${id} and ${isShown(kind, storeId)}`)
  if (shown.length === 0) throw new ApiError(`${kind}_unknown`)
}

/** A condition for a statement about `stores`: `forgetReporters` would delete an address. */
export function hasOldReporters(before: Date): Sql {
  const kept = reportedKinds.map(
    kind => sql`exists (
      select from ${tableOf(kind).reports} as report
      where report.store_id = stores.store_id and address is not null and at <= ${before})`,
  )
  return sql`(${join(kept, ' or ')})`
}

/** Deletes the addresses of reports that nobody decided about in time. */
export async function forgetReporters(db: Connection, storeId: string, before: Date): Promise<void> {
  for (const kind of reportedKinds)
    await db.query(sql`
      update ${tableOf(kind).reports}
      set email = null, address = null, language = null
      where store_id = ${storeId} and address is not null and at <= ${before}`)
}

// An assistant or a program of the store may have decided by itself: we cannot know, so the mail says so.
function isProgram(actor: Actor): boolean {
  return ['api', 'rule', 'import', 'system'].includes(actor)
}

async function openReportsOf(tx: Connection, storeId: string, address: string): Promise<number> {
  const open = reportedKinds.map(
    kind => sql`
      select id
      from ${tableOf(kind).reports}
      where store_id = ${storeId} and address = ${address}`,
  )
  return (await tx.query(join(open, ' union all '))).length
}

async function hadReceipt(tx: Connection, storeId: string, address: string, since: Date): Promise<boolean> {
  const sent = await tx.query(sql`
    select
    from mailings
    where store_id = ${storeId} and address = ${address} and kind = 'report_received' and created_at > ${since}
    limit 1`)
  return sent.length > 0
}
