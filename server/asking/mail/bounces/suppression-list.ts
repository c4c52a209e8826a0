import sql, { empty } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { type By, logChanges } from '../../../foundation/events/audit/audit.ts'
import { type PagePosition, writeCursor } from '../../../foundation/lib/ids/cursor.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { erasedKeys, type SuppressionReason, suppress } from '../../../foundation/mailings/suppressions.ts'

export type ListedSuppression = {
  id: string
  /** Null: the person was erased. */
  address: string | null
  reason: SuppressionReason
  at: Date
  answer: string | null
  /** Whether the store may lift it. */
  liftable: boolean
}

type Page = { after?: PagePosition | undefined; limit: number }

// A store may lift what a mailbox or the store itself caused. A person who unsubscribed or complained can resubscribe
// with the link in each mail. An erased person cannot be identified any more.
const liftable: readonly SuppressionReason[] = ['bounced', 'blocked']

const listed: SuppressionReason[] = ['bounced', 'blocked', 'unsubscribed', 'complained']

/** A page of suppressions, newest first, optionally by reason. Excludes erased people by default. */
export async function listSuppressions(
  db: Connection,
  storeId: string,
  reason: SuppressionReason | undefined,
  { after, limit }: Page,
): Promise<{ result: ListedSuppression[]; next: string | null }> {
  const place = after ? sql`and (at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : empty
  // Read only the first rows of each reason's index range.
  const rows = await db.query<Row>(sql`
    select found.*
    from unnest(${reason ? [reason] : listed}::text[]) as wanted(reason)
    cross join lateral (
      select id, who, suppressions.reason, at, answer
      from suppressions
      where store_id = ${storeId} and suppressions.reason = wanted.reason ${place}
      order by at desc, id desc
      limit ${limit + 1}
    ) as found
    order by at desc, id desc
    limit ${limit + 1}`)
  const result = rows.slice(0, limit).map(present)
  const last = result.at(-1)
  return { result, next: rows.length > limit && last ? writeCursor(last) : null }
}

/** The suppression of one address, including an erased person's. Throws `body_invalid` for an invalid address. */
export async function findSuppression(
  db: Connection,
  secrets: Secrets,
  storeId: string,
  email: string,
): Promise<ListedSuppression | undefined> {
  const address = addressOf(email)
  const [row] = await db.query<Row>(sql`
    select id, who, reason, at, answer
    from suppressions
    where store_id = ${storeId}
      and who = any(${[address, ...erasedKeys(secrets, storeId, address)]}::text[])`)
  return row && present(row)
}

/**
 * Blocks all mail from the store to the address. Throws `suppressed_already`, or `body_invalid` for an invalid
 * address.
 */
export async function blockAddress(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  email: string,
  by: By,
): Promise<ListedSuppression> {
  if (await findSuppression(tx, secrets, storeId, email)) throw new ApiError('suppressed_already')
  await suppress(tx, storeId, addressOf(email), 'blocked', by.at)
  const made = (await findSuppression(tx, secrets, storeId, email)) as ListedSuppression
  await log(tx, storeId, made.id, 'block', by)
  return made
}

/**
 * Allows mail to the address again. Throws `suppression_unknown`, or `suppression_stays` when only the person could
 * lift it.
 */
export async function liftSuppression(tx: Connection, storeId: string, id: string, by: By): Promise<void> {
  const [row] = await tx.query<{ reason: SuppressionReason }>(sql`
    select reason
    from suppressions
    where store_id = ${storeId} and id = ${id}
    for update`)
  if (!row) throw new ApiError('suppression_unknown')
  if (!liftable.includes(row.reason)) throw new ApiError('suppression_stays')
  await tx.query(sql`
    delete from suppressions
    where store_id = ${storeId} and id = ${id}`)
  await log(tx, storeId, id, 'lift', by)
}

type Row = Pick<ListedSuppression, 'id' | 'reason' | 'at' | 'answer'> & { who: string }

function present({ who, ...row }: Row): ListedSuppression {
  return {
    ...row,
    address: row.reason === 'erased' ? null : who,
    liftable: liftable.includes(row.reason),
  }
}

function addressOf(email: string): string {
  const address = comparableAddress(email)
  if (!address) throw new ApiError('body_invalid', { problems: [{ path: 'email', problem: 'email' }] })
  return address
}

async function log(tx: Connection, storeId: string, recordId: string, action: string, by: By): Promise<void> {
  await logChanges(tx, storeId, [{ ...by, action, record: 'suppression', recordId, fields: [] }])
}
