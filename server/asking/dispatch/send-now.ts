import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { lockOrder, logOrder, type OrderBy } from '../orders/later/order-changes.ts'
import { readOrder, type StoredOrder } from '../orders/orders.ts'
import { type DueRequest, lockPending } from '../requests/pending.ts'
import { andNamed } from '../requests/reasons.ts'
import { markDaysOf } from '../requests/requests.ts'
import { type Batch, countMailsToday, findExempt, lockSharing, queueRequests, settleDue } from './gather.ts'
import { leftToAsk } from './left-to-ask.ts'

/**
 * Mails the order's pending requests at once; see `askAtOnce`. Throws what that throws, and `order_unknown`. Locks
 * the order's row, so only one of several concurrent callers finds pending requests.
 */
export async function sendOrderNow(
  tx: Connection,
  secrets: Secrets,
  store: Store,
  orderId: string,
  by: OrderBy,
): Promise<StoredOrder> {
  await lockOrder(tx, store.store_id, orderId)
  await askAtOnce(tx, { secrets, store, now: by.at.getTime(), most: 1 }, orderId)
  await logOrder(tx, store.store_id, orderId, by, 'send', ['requests'])
  return await readOrder(tx, store.store_id, orderId)
}

/**
 * Mails the order's pending requests at once, whatever their date and the hour. Runs in the caller's transaction,
 * which has locked the order's row. The other rules of sending still apply: one mail a day per buyer, shared with
 * their other requests due today, and none to suppressed addresses. Throws if no buyer of the order can be mailed:
 * `request_none`, `request_sent`, `request_cancelled`, `request_empty`, `buyer_suppressed`, `buyer_mailed`, `mails_limit` or
 * `requests_paused`.
 */
async function askAtOnce(tx: Connection, batch: Batch, orderId: string): Promise<void> {
  const { store, now } = batch
  if (!store.active || store.requests_paused) throw new ApiError('requests_paused')
  const waiting = await lockPending(tx, store.store_id, orderId)
  const { suppressed, asked } = await findExempt(tx, batch, waiting)
  const wanted = waiting
    .filter(({ address }) => !suppressed.has(address))
    .map(request => ({ ...request, due_at: new Date(now) }))
  if (wanted.length === 0) throw new ApiError('buyer_suppressed')
  const left = await leftToAsk(tx, store, now, wanted)
  const useful = wanted.filter(request => !left.get(request)?.why)
  if (useful.length === 0) throw new ApiError('request_empty')
  const due = useful.filter(({ address }) => !asked.has(address))
  if (due.length === 0) throw new ApiError('buyer_mailed')
  await makeDue(tx, store.store_id, orderId, due)
  const sharing = await lockSharing(tx, batch, due)
  const leftOf = await leftToAsk(tx, store, now, [...due, ...sharing])
  const all = [...due, ...sharing.filter(request => !leftOf.get(request)?.why)]
  const buyers = new Set(all.map(({ address }) => address)).size
  if ((await countMailsToday(tx, batch, buyers)) < buyers) throw new ApiError('mails_limit')
  const mailings = await queueRequests(tx, batch, all)
  // A concurrent transaction queued one for the same buyer.
  if (due.some(request => !mailings.has(request))) throw new ApiError('buyer_mailed')
  await settleDue(
    tx,
    store.store_id,
    all.map(request => ({
      request,
      mailing: mailings.get(request),
      decision: { action: 'ask', leftOut: leftOf.get(request)?.leftOut ?? [] },
    })),
    new Date(now),
  )
}

async function makeDue(
  tx: Connection,
  storeId: string,
  orderId: string,
  requests: DueRequest[],
): Promise<void> {
  await tx.query(sql`
    update review_requests
    set state = 'scheduled', due_at = new.due_at, reasons = ${andNamed('at_once')}
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as new(address text, part integer, due_at timestamptz)
    where store_id = ${storeId} and order_id = ${orderId}
      and review_requests.address = new.address and review_requests.part = new.part`)
  await markDaysOf(tx, storeId, requests)
}
