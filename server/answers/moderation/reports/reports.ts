import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { countUpTo } from '../../../foundation/database/count-up-to.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import type { Content, ContentKind } from '../content/content-kind.ts'
import { readContent } from '../content/lookups.ts'
import { notifyContentChanged } from '../content-changes.ts'
import { keepReporter, type Reporter, requireShown } from './receipts.ts'
import { tableOf } from './tables.ts'

export const reportReasons = [
  'spam',
  'offensive',
  'private_data',
  'not_about_product',
  'not_genuine',
  'unlawful',
  'other',
] as const

export type Report = { reason: (typeof reportReasons)[number]; text: string; at: Date }

/** A report as moderators see it. Who sent it is not for them. */
export type ShownReport = Report & { decided_at: Date | null }

/**
 * Stores a visitor's report on published content, for moderators to read. Reports change nothing by themselves,
 * regardless of their number. Mails a receipt to `reporter`, who may have left an address. Throws `review_unknown`,
 * `question_unknown` or `answer_unknown` unless it is published.
 */
export async function reportContent<Item extends Content>(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  kind: ContentKind<Item>,
  recordId: string,
  { reason, text, at, reporter }: Report & { reporter?: Reporter | undefined },
): Promise<void> {
  // Locked, so that no decision comes between this and the report, which nothing would close.
  await readContent(tx, storeId, kind, recordId, true)
  await requireShown(tx, storeId, kind.name, recordId)
  const { reports, about } = tableOf(kind.name)
  const id = uuid()
  const kept = await tx.query(sql`
    insert into ${reports} (store_id, ${about}, id, reason, text, at)
    select ${storeId}, ${recordId}, ${id}, ${reason}, ${text}, ${at}::timestamptz
    where (
      select count(*)
      from ${reports}
      where store_id = ${storeId} and ${about} = ${recordId} and decided_at is null
    ) < ${mostKept}
    returning id`)
  if (kept.length === 0) return
  await tx.query(sql`
    update ${kind.table}
    set reported = true
    where store_id = ${storeId} and id = ${recordId} and not reported`)
  // After the record: forms lock it before their network, too.
  if (reporter) await keepReporter(tx, secrets, storeId, { kind: kind.name, recordId, id, at }, reporter)
  await notifyContentChanged(tx, storeId)
}

// Of reports that nobody decided about, those beyond the first hundred add nothing.
const mostKept = 100

/** The number of published records with reports since the given date that nobody decided about, at most `most`. */
export async function countReported<Item extends Content>(
  db: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  since: Date,
  most: number,
): Promise<number> {
  const { reports, about } = tableOf(kind.name)
  const rows = sql`
    select distinct ${about}
    from ${reports} as report
    join ${kind.table} as content on content.store_id = report.store_id and content.id = ${about}
    where report.store_id = ${storeId} and at >= ${since} and decided_at is null and state = 'published'`
  return await countUpTo(db, rows, most)
}

/** A report with dates, which JSON has as texts. */
export function datedReport(report: ShownReport): ShownReport {
  const { at, decided_at } = report
  return { ...report, at: new Date(at), decided_at: decided_at && new Date(decided_at) }
}

/** For a statement that lists content: the reports of each record as `reports`; an empty list without any. */
export function reportsColumn<Item extends Content>(
  storeId: string,
  { name, table }: ContentKind<Item>,
): Sql {
  const { reports, about } = tableOf(name)
  return sql`coalesce(
    (
      select jsonb_agg(
        jsonb_build_object('reason', reason, 'text', text, 'at', at, 'decided_at', decided_at)
        order by at, ${reports}.id
      )
      from ${reports}
      where ${reports}.store_id = ${storeId} and ${about} = ${table}.id
    ),
    '[]'
  ) as reports`
}
