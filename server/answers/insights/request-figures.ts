import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { boundsOf, dateOf } from '../../foundation/lib/time/days.ts'
import type { Range } from './calendar.ts'
import type { RequestFigures } from './insight-schemas.ts'
import type { StoreOfDays } from './kept-days.ts'

/**
 * The requests that were sent on the days of the range, and what came of them until now, by channel and rule; those of
 * campaigns apart. The most sent come first. It counts requests, so neither a reminder nor a mail about several orders
 * changes the sums.
 */
export async function readRequestFigures(
  db: Connection,
  store: StoreOfDays,
  range: Range,
  now: number,
): Promise<RequestFigures> {
  const { begins } = boundsOf(range.from, store)
  const { ends } = boundsOf(range.to, store)
  // A buyer who reviewed through the link has opened it, also in a page that the browser had prefetched.
  const rows = await db.query<RequestFigures['rows'][number]>(sql`
    select coalesce(mail.channel, 'email') as channel,
      case when request.campaign_id is null then request.rule ->> 'name' end as rule,
      request.campaign_id is not null as campaign,
      count(*)::integer as sent,
      count(*) filter (where mail.opened_at is not null or request.state = 'reviewed')::integer as opened,
      count(*) filter (where request.state = 'reviewed')::integer as reviewed
    from mailings as mail
    join review_requests as request on request.store_id = mail.store_id and request.mailing_id = mail.id
    where mail.store_id = ${store.store_id} and mail.kind = 'request'
      and mail.sent_at >= ${begins} and mail.sent_at < ${ends}
      and request.state in ('sent', 'reviewed')
    group by 1, 2, 3
    order by sent desc, channel, campaign, rule nulls first`)
  const sumOf = (name: 'sent' | 'opened' | 'reviewed') => rows.reduce((sum, row) => sum + row[name], 0)
  return {
    time_zone: store.time_zone,
    today: dateOf(now, store),
    ...range,
    totals: { sent: sumOf('sent'), opened: sumOf('opened'), reviewed: sumOf('reviewed') },
    rows,
  }
}
