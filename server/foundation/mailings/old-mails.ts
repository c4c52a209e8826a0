import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { countUpTo } from '../database/count-up-to.ts'
import { cutoff, oldest, type Retention, retentionOfEach } from '../personal-data/retention.ts'

/** A condition for a statement about `stores`: `forgetMails` would delete a row. */
export function hasOldMails(at: Date): Sql {
  return sql`(retention_months is not null and exists (
    select from mailings
    where ${isOld(sql`stores.store_id`, retentionOfEach, at)}))`
}

/** How many mailings the store would delete with this period, counted up to `most`. */
export async function countOldMails(
  db: Connection,
  storeId: string,
  retention: Retention,
  at: Date,
  most: number,
): Promise<number> {
  const rows = sql`
    select
    from mailings
    where ${isOld(sql`${storeId}::uuid`, retention, at)}`
  return await countUpTo(db, rows, most)
}

/**
 * Deletes at most `most` old mailings of the store. Their links answer that they are unknown from then on. Returns how
 * many there were. Mailings that another transaction has locked are left for the next call.
 */
export async function forgetMails(
  tx: Connection,
  storeId: string,
  retention: Retention,
  at: Date,
  most: number,
): Promise<number> {
  const gone = await tx.query(sql`
    delete from mailings
    where store_id = ${storeId} and id = any(array(
      select id
      from mailings
      where ${isOld(sql`${storeId}::uuid`, retention, at)}
      limit ${most}
      for update skip locked
    ))
    returning id`)
  return gone.length
}

/** SQL: a mail that asked this address about the requests of this mailing, and that is not old, exists. */
export function isMailed(
  storeId: Sql,
  { address, mailingId }: { address: Sql; mailingId: Sql },
  retention: Retention,
  at: Date,
): Sql {
  return sql`exists (
    select from mailings
    where mailings.store_id = ${storeId} and mailings.address = ${address}
      and requests_of = ${mailingId} and not (${isOver(retention, at)})
  )`
}

function isOld(storeId: Sql, retention: Retention, at: Date): Sql {
  return sql`mailings.store_id = ${storeId} and ${isOver(retention, at)}`
}

// The states are named, because they lead the index that also has the date. An overdue reminder, as those of a paused
// store, is never sent (`remindBuyers`).
function isOver(retention: Retention, at: Date): Sql {
  return sql`mailings.state in ('sent', 'kept', 'failed', 'suppressed', 'cancelled')
    and mailings.created_at <= ${oldest(retention, at)} and link_expires_at <= ${cutoff(retention, at)}
    and coalesce(remind_at, '-infinity') <= ${cutoff(retention, at)}`
}
