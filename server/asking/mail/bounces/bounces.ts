import sql from 'sql-template-tag'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { lockPerson } from '../../../foundation/mailings/mailings.ts'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import { failRequests, reopenRequests } from '../../requests/requests.ts'
import { shorten } from '../delivering/answers.ts'
import { readMessageId } from '../delivering/message.ts'
import { isHardAnswer } from '../delivering/no-mailbox.ts'
import type { Notification, Report } from './report.ts'

/** How many of our mails were found, and how many addresses were suppressed. */
export type BounceAnswer = { matched: number; suppressed: number }

type Bounced = {
  store_id: string
  id: string
  kind: string
  address: string
  attempts: number
  created_at: Date
  restored_at: Date | null
}

/**
 * Records reports of other mail servers. A mail is found by the Message-ID in their text, or else by its recipient: the
 * newest one of each store. Suppresses addresses that do not exist or whose owner complained. Temporary failures are
 * retried until two days after the mail was queued; refusals by the buyer's own filter are not.
 */
export async function recordReports(
  database: Database,
  notifications: Notification[],
  at: Date,
): Promise<BounceAnswer> {
  const answer = { matched: 0, suppressed: 0 }
  for (const { reports, text } of notifications)
    for (const report of reports)
      for (const mailing of await findBounced(database, report, text)) {
        if (isAboutAnother(report, reports, mailing)) continue
        answer.matched++
        const isOver = await database.transaction(tx => recordReport(tx, mailing, report, at))
        if (isOver) answer.suppressed++
      }
  return answer
}

// An alias leads to several addresses, of which one may be the buyer's: the others' failures are not the buyer's.
function isAboutAnother(report: Report, reports: Report[], { address }: Bounced): boolean {
  const isTo = ({ recipient }: Report) => addressOf(recipient) === address
  return !isTo(report) && reports.some(isTo)
}

async function recordReport(tx: Connection, mailing: Bounced, report: Report, at: Date): Promise<boolean> {
  const { store_id, id, address } = mailing
  const isBounce = report.kind === 'bounce' || report.kind === 'refusal'
  const reason = report.kind === 'complaint' ? 'complained' : 'bounced'
  const isGone = report.kind === 'bounce' && isHardAnswer(report.status, report.answer, report)
  const isOver = report.kind === 'complaint' || isGone
  if (!(await lockPerson(tx, store_id, id))) return false
  const answer = shorten(`${reportedAs[report.kind]}: ${report.answer}`)
  if (isOver) await suppress(tx, store_id, address, reason, at, answer)
  const state = stateAfter(mailing, report, isOver, at)
  await tx.query(sql`
    update mailings
    set own_answer = null, last_answer = ${answer}, state = ${state},
      bounced_at = case when ${isBounce} then ${at}::timestamptz else bounced_at end,
      remind_at = case when ${state} = 'sent' and not ${isOver} then remind_at end,
      next_attempt_at = ${state === 'queued' ? new Date(at.getTime() + again) : null}
    where store_id = ${store_id} and id = ${id} and state in ('sent', 'kept')`)
  if (mailing.kind === 'request' && state === 'failed') await failRequests(tx, store_id, id, at)
  if (mailing.kind === 'request' && state === 'queued') await reopenRequests(tx, store_id, id)
  return isOver
}

const reportedAs = { bounce: 'bounced', refusal: 'refused', delay: 'delayed', complaint: 'complaint' }
const again = 4 * 60 * 60 * 1000 // ms; the other server had already tried for hours before it reported
const giveUpAfter = 2 * 24 * 60 * 60 * 1000

function stateAfter({ created_at, restored_at }: Bounced, { kind }: Report, isOver: boolean, at: Date) {
  if (kind === 'refusal') return 'failed'
  if (kind !== 'bounce') return 'sent'
  // If a restored mail was sent at all, another store or installation sent it.
  if (restored_at !== null) return 'failed'
  return isOver || at.getTime() - created_at.getTime() >= giveUpAfter ? 'failed' : 'queued'
}

// In quotes, if we wrote it so, because of dots in a row.
function addressOf(recipient = ''): string | undefined {
  return comparableAddress(recipient.replace(/^"([^"]*)"@/, '$1@'))
}

async function findBounced(db: Connection, { recipient }: Report, text: string): Promise<Bounced[]> {
  const columns = sql`store_id, id, kind, address, attempts, created_at, restored_at`
  const ours = readMessageId(text)
  if (ours) {
    const named = await db.query<Bounced>(sql`
      select ${columns}
      from mailings
      where store_id = ${ours.storeId} and id = ${ours.mailingId} and address is not null`)
    if (named.length > 0) return named
  }
  const address = addressOf(recipient)
  if (!address) return []
  return await db.query<Bounced>(sql`
    select newest.*
    from stores
    cross join lateral (
      select ${columns}
      from mailings
      where mailings.store_id = stores.store_id and address = ${address} and state in ('sent', 'kept')
      order by id desc
      limit 1
    ) as newest`)
}
