import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { channelOfRule } from './by-rule.ts'
import type { RequestState } from './requests.ts'

/** A pending request, or one that expired before it was sent. */
export type DueRequest = {
  order_id: string
  part: number
  address: string
  email: string
  name: string
  due_at: Date
  created_at: Date
  /** What a rule chose for this request; null: the store's `request_channel`. */
  channel: 'email' | 'whatsapp' | 'sms' | null
}

/**
 * Locks the order's pending requests, including expired ones. Throws `request_none`, `request_sent`,
 * `request_cancelled` or `buyer_suppressed` if there is none.
 */
export async function lockPending(tx: Connection, storeId: string, orderId: string): Promise<DueRequest[]> {
  const requests = await tx.query<DueRequest & { state: RequestState; mailing_id: string | null }>(sql`
    select order_id, part, address, email, name, due_at, created_at, ${channelOfRule}, state, mailing_id
    from review_requests
    where store_id = ${storeId} and order_id = ${orderId}
    order by address, part
    for update`)
  const waiting = requests.filter(
    ({ state, mailing_id }) => ['scheduled', 'expired'].includes(state) && mailing_id === null,
  )
  if (waiting.length > 0) return waiting
  if (requests.length === 0) throw new ApiError('request_none')
  const are = (state: RequestState) => requests.every(request => request.state === state)
  if (are('cancelled')) throw new ApiError('request_cancelled')
  throw new ApiError(are('suppressed') ? 'buyer_suppressed' : 'request_sent')
}
