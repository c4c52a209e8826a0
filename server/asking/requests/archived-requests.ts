import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { type Reason, reasonsOfText } from './reasons.ts'

/** Makes requests of these mailings that were not sent pending again; they are gathered when due. */
export async function reopenUnsentRequests(tx: Connection, storeId: string, mailings: Sql): Promise<void> {
  await tx.query(sql`
    update review_requests
    set mailing_id = null
    where store_id = ${storeId} and state = 'scheduled' and mailing_id in (${mailings})`)
}

/** A row of `review_requests`, read from JSON. */
export type ArchivedRequest = Record<string, unknown>

/**
 * The row to insert for an archived request. Its mailing has a new id. The address is computed again from the e-mail:
 * suppressions match the address, and mail is sent to the e-mail. Without a usable e-mail the request is cancelled.
 */
export function restoreRequest(row: ArchivedRequest, newId: (id: string) => string): ArchivedRequest {
  const reasons = row.reasons ?? reasonsOfText(String(row.reason ?? ''))
  const address = comparableAddress(String(row.email ?? ''))
  const mailing_id = row.mailing_id ? newId(String(row.mailing_id)) : null
  if (address !== undefined && isOfCampaign(row.state, reasons as Reason[]))
    return { ...row, reasons, mailing_id: null, address, state: 'expired' }
  if (address !== undefined) return { ...row, reasons, mailing_id, address }
  const state = row.state === 'scheduled' ? 'cancelled' : row.state
  return { ...row, reasons, mailing_id, address: `erased ${row.id}`, email: '', name: '', state }
}

// A restored store asks nobody that a campaign elsewhere was about to ask.
function isOfCampaign(state: unknown, reasons: Reason[]): boolean {
  const last = reasons.findLast(({ name }) => name === 'campaign' || name === 'campaign_held')
  return state === 'scheduled' && last?.name === 'campaign'
}

/** The number of orders with pending requests. */
export async function countOrdersToAsk(tx: Connection, storeId: string): Promise<number> {
  const [row] = await tx.query<{ orders: number }>(sql`
    select count(distinct order_id)::integer as orders
    from review_requests
    where store_id = ${storeId} and state = 'scheduled'`)
  return row?.orders ?? 0
}
