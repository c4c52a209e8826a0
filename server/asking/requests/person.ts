import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Buyer } from '../../foundation/personal-data/person.ts'
import { type Reason, wordReasons } from './reasons.ts'
import { type ReportedRequest, reportedColumns, reportRequests } from './request-events.ts'
import { markDaysOf } from './requests.ts'

/** The review requests to the person. */
export async function requestsOfPerson(
  db: Connection,
  storeId: string,
  { address }: Buyer,
): Promise<object[]> {
  const requests = await db.query<{ reasons: Reason[] }>(sql`
    select order_id, email, name, state, due_at, reasons, created_at
    from review_requests
    where store_id = ${storeId} and address = ${address}
    order by created_at, order_id`)
  return requests.map(({ reasons, ...request }) => ({ ...request, reason: wordReasons(reasons) }))
}

/**
 * Erases the person from their review requests, which keep when and why they were due. Cancels pending ones. Returns
 * the names they were addressed to.
 */
export async function erasePersonFromRequests(
  tx: Connection,
  storeId: string,
  { address }: Buyer,
  at: Date,
): Promise<{ requests: number; names: string[] }> {
  const rows = await tx.query<ReportedRequest & { name: string; created_at: Date }>(sql`
    select name, ${reportedColumns}
    from review_requests
    where store_id = ${storeId} and address = ${address}
    for update`)
  // The address is part of the key. The request's id replaces it; no mailbox has such an address.
  await tx.query(sql`
    update review_requests
    set address = 'erased ' || id, email = '', name = '',
      state = case when state = 'scheduled' then 'cancelled' else state end
    where store_id = ${storeId} and address = ${address}`)
  await markDaysOf(tx, storeId, rows)
  const cancelled = rows
    .filter(({ state }) => state === 'scheduled')
    .map(request => ({ ...request, state: 'cancelled' as const }))
  await reportRequests(tx, storeId, cancelled, at)
  return { requests: rows.length, names: rows.map(({ name }) => name) }
}

/** Whether the request was to a person who was erased. */
export const isErasedRequest = ({ address }: { address: string }): boolean => address.startsWith('erased ')
