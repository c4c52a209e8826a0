import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { ApiError } from '../errors.ts'
import { askBuyers, type DueRequest, lockSharing, settleDue, type Turn, whoIsSpared } from './gather.ts'
import { type RequestState, tellDaysOf } from './requests.ts'

/**
 * Mails what waits of the order at once, whatever its date and the hour: in the transaction of the caller,
 * which holds the order's row. Everything else stays as when its date comes: one mail a day for a buyer, who
 * shares it with whatever else of theirs is due today; nobody who wants none. Of an order's buyers those get
 * it who may. Throws why nobody does: `request_none`, `request_sent`, `request_cancelled`, `buyer_suppressed`,
 * `buyer_mailed`, `requests_paused`.
 */
export async function askAtOnce(tx: Connection, turn: Turn, orderId: string): Promise<void> {
  const { store, now } = turn
  if (!store.active || store.requests_paused) throw new ApiError('requests_paused')
  const waiting = await lockWaiting(tx, store.store_id, orderId)
  const { suppressed, asked } = await whoIsSpared(tx, turn, waiting)
  const wanted = waiting.filter(({ address }) => !suppressed.has(address))
  if (wanted.length === 0) throw new ApiError('buyer_suppressed')
  const free = wanted.filter(({ address }) => !asked.has(address))
  if (free.length === 0) throw new ApiError('buyer_mailed')
  const due = free.map(request => ({ ...request, due_at: new Date(now) }))
  await makeDue(tx, store.store_id, orderId, due)
  const all = [...due, ...(await lockSharing(tx, turn, due))]
  const mailings = await askBuyers(tx, turn, all)
  // Somebody else's transaction made one for the same buyer meanwhile.
  if (due.some(request => !mailings.has(request))) throw new ApiError('buyer_mailed')
  await settleDue(
    tx,
    store.store_id,
    all.map(request => ({ request, mailing: mailings.get(request), verdict: { as: 'ask' } })),
  )
}

/**
 * Those of the order's requests that wait for their date, or expired before it, locked. Throws why none does:
 * `request_none`, `request_sent`, `request_cancelled` or `buyer_suppressed`.
 */
export async function lockWaiting(tx: Connection, storeId: string, orderId: string): Promise<DueRequest[]> {
  const requests = await tx.query<DueRequest & { state: RequestState; mailing_id: string | null }>(sql`
    select order_id, address, email, name, due_at, created_at, state, mailing_id
    from review_requests
    where store_id = ${storeId} and order_id = ${orderId}
    order by address
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

async function makeDue(
  tx: Connection,
  storeId: string,
  orderId: string,
  requests: DueRequest[],
): Promise<void> {
  await tx.query(sql`
    update review_requests
    set state = 'scheduled', due_at = new.due_at, reason = left(reason || ', sent at once', 500)
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as new(address text, due_at timestamptz)
    where store_id = ${storeId} and order_id = ${orderId} and review_requests.address = new.address`)
  await tellDaysOf(tx, storeId, requests)
}
