import { markDaysSql } from '../../../foundation/events/changed-days.ts'
import { hasNoEndpointSql } from '../../../foundation/events/record.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { reportedColumns } from '../../requests/request-events.ts'
import type { Result } from './results.ts'

/**
 * The statement that writes results of one store: its mailings, their requests, and the days that changed. Returns one
 * row. Writes nothing and returns no row if the store has an endpoint, because nobody then sees what to report.
 */
export function resultStatement(storeId: string, results: Result[], now: Date) {
  return { ...unreported, values: valuesOf(storeId, results, now) }
}

/**
 * The same for a store with endpoints. Its row has the ids of the mailings that were still queued (`written`) and the
 * requests that changed (`settled`).
 */
export function reportedResultStatement(storeId: string, results: Result[], now: Date) {
  return { ...reported, values: valuesOf(storeId, results, now) }
}

function valuesOf(storeId: string, results: Result[], now: Date): unknown[] {
  const ids = results.map(({ id }) => id)
  return [storeId, JSON.stringify(results), ids, uuid(), now]
}

// The statement is prepared, perhaps by statistics from before mails were gathered. An index that was empty then seems
// cheap, and PostgreSQL would read all of the store's rows in it. So mailings are found by key (`areQueued`), and
// requests by address (`requests-of-mails.ts`).
// A mail that was never sent keeps no other one of the day back.
// `settled` reads `written`, so that mailings are locked before requests, as everywhere.
const writing = (own: string, answer: string) => `
  with own as (select store_id from stores where store_id = $1 and ${own}),
  result as (
    select *
    from jsonb_to_recordset($2::jsonb) as result(
      id uuid, state text, own_answer text, last_answer text, "isAttempt" boolean, next_attempt_at timestamptz,
      sent_at timestamptz, remind_at timestamptz, "firstMailingId" uuid, bounced text
    )
  ),
  written as (
    update mailings
    set state = result.state, own_answer = result.own_answer, last_answer = result.last_answer,
      next_attempt_at = result.next_attempt_at, sent_at = result.sent_at, remind_at = result.remind_at,
      attempts = attempts + case when "isAttempt" then 1 else 0 end,
      bounced_at = case
        when result.state in ('sent', 'kept') then null
        when bounced is not null then $5::timestamptz
        else bounced_at
      end,
      day = case when result.state = 'cancelled' then null else day end
    from own, result
    where mailings.store_id = $1 and mailings.id = result.id and mailings.id = any($3::uuid[])
      and mailings.state not in ('sent', 'kept', 'failed', 'suppressed', 'cancelled')
    returning mailings.id, mailings.address, mailings.state, "firstMailingId"
  ),
  settled as (
    update review_requests
    set state = case when written.state = 'kept' then 'sent' else written.state end
    from own, written
    where review_requests.store_id = $1 and review_requests.address = written.address
      and (mailing_id = "firstMailingId") is true and (review_requests.state = 'scheduled') is true
      and written.state in ('sent', 'kept', 'failed', 'suppressed')
    returning ${reportedColumns.text}
  ),
  marked as (${markDaysSql('own', 'settled', '$4::uuid')})
  select ${answer}
  from own`

const unreported = {
  name: 'write-mail-results',
  text: writing(hasNoEndpointSql('$1'), 'store_id'),
}

const reported = {
  name: 'write-reported-mail-results',
  text: writing(
    'true',
    `array(select id from written) as written,
    coalesce((select jsonb_agg(to_jsonb(settled)) from settled), '[]') as settled`,
  ),
}
