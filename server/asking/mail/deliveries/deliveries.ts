import sql, { empty, type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { type PagePosition, writeCursor } from '../../../foundation/lib/ids/cursor.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import type { DeliveryFilter, ShownDelivery } from './shown-delivery.ts'

const states = ['queued', 'sent', 'kept', 'failed', 'suppressed', 'cancelled']

const statesOf: Record<Exclude<DeliveryFilter, 'bounced'>, string[]> = {
  sent: ['sent'],
  kept: ['kept'],
  waiting: ['queued'],
  failed: ['failed'],
  withheld: ['suppressed', 'cancelled'],
}

const columns = sql`
  id, kind, email, name, language, state, bounced_at, attempts, next_attempt_at, own_answer,
  last_answer, created_at, sent_at`

/** Excludes mails about a user's own account: the store did not cause them. */
export const ofTheStore = sql`kind not in ('password_reset', 'second_factor_removed')`

/** A page of the store's mails with their states, newest first. */
export async function listDeliveries(
  db: Connection,
  storeId: string,
  filter: DeliveryFilter | undefined,
  { after, limit }: { after?: PagePosition | undefined; limit: number },
): Promise<{ result: ShownDelivery[]; next: string | null }> {
  const place = after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : empty
  const newest = sql`order by created_at desc, id desc limit ${limit + 1}`
  const ranges = (condition: Sql) => sql`
    select ${columns}
    from mailings
    where store_id = ${storeId} and ${ofTheStore} and ${condition} ${place}
    ${newest}`
  const rows = await db.query<ShownDelivery>(
    filter === 'bounced'
      ? ranges(sql`bounced_at is not null`)
      : // Read only the first rows of each state's index range.
        sql`
          select found.*
          from unnest(${filter ? statesOf[filter] : states}::text[]) as wanted(state)
          cross join lateral (${ranges(sql`state = wanted.state`)}) as found
          ${newest}`,
  )
  const result = rows.slice(0, limit)
  const last = result.at(-1)
  const next = rows.length > limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null
  return { result, next }
}

const mostOfOne = 100

/** The newest mails to one address. Throws `body_invalid` for an invalid address. */
export async function deliveriesTo(db: Connection, storeId: string, email: string): Promise<ShownDelivery[]> {
  const address = comparableAddress(email)
  if (!address) throw new ApiError('body_invalid', { problems: [{ path: 'email', problem: 'email' }] })
  return await db.query<ShownDelivery>(sql`
    select ${columns}
    from mailings
    where store_id = ${storeId} and address = ${address} and ${ofTheStore}
    order by created_at desc, id desc
    limit ${mostOfOne}`)
}
