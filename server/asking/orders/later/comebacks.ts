import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { type SuppressionReason, suppressedAmong } from '../../../foundation/mailings/suppressions.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { isSilenced } from '../../requests/by-rule.ts'
import { requestsFor } from '../../requests/requests.ts'
import { type PartRequest, rewriteRequests } from '../../requests/requests-of-order.ts'
import { resumed } from '../../requests/resuming.ts'
import { sentAmong } from './buyers.ts'
import { lockLines, type OrderWithLines } from './locked-lines.ts'
import { logOrder, type OrderBy } from './order-changes.ts'
import { isAskedIn, writeLines } from './order-lines.ts'

/** What became of the requests of what came back. */
export type Comeback = {
  /** Some were sent before: their links lead to the products again, and they are not sent again. */
  isAsked: boolean
  suppressed: SuppressionReason | undefined
}

/**
 * Takes the shop's cancellation back: requests that nobody was asked with are scheduled again. Undefined if the shop did
 * not cancel the order. Throws `order_unknown`.
 */
export async function restoreOrder(
  tx: Connection,
  secrets: Secrets,
  store: Store,
  orderId: string,
  by: OrderBy,
): Promise<Comeback | undefined> {
  const order = await lockLines(tx, store.store_id, orderId)
  if (!order.isCancelledByShop) return undefined
  await tx.query(sql`
    update orders
    set cancelled_at = null, cancelled_by_shop = null
    where store_id = ${store.store_id} and order_id = ${orderId}`)
  const parts = order.lines.flatMap(({ part }) => part ?? [])
  const comeback = await reopen(tx, secrets, store, order, parts, by.at)
  await logOrder(tx, store.store_id, orderId, by, 'restore', ['requests'])
  return comeback
}

/**
 * Schedules the requests again that were left to the shop. Undefined if none were. Throws `order_unknown`.
 */
export async function takeBackFromShop(
  tx: Connection,
  secrets: Secrets,
  store: Store,
  orderId: string,
  by: OrderBy,
): Promise<Comeback | undefined> {
  const order = await lockLines(tx, store.store_id, orderId)
  const left = order.requests.filter(({ reasons }) => reasons.at(-1)?.name === 'shop_asks')
  if (order.isCancelled || left.length === 0) return undefined
  const comeback = await reopen(
    tx,
    secrets,
    store,
    { ...order, requests: left },
    order.lines.flatMap(({ part }) => part ?? []),
    by.at,
  )
  await logOrder(tx, store.store_id, orderId, by, 'restore', ['requests'])
  return comeback
}

/**
 * Asks about products again that the shop had reported as returned. Undefined if it reported none of them. Throws
 * `order_unknown`, and `body_invalid` for a product that the order does not have.
 */
export async function restoreProducts(
  tx: Connection,
  secrets: Secrets,
  store: Store,
  orderId: string,
  productIds: string[],
  by: OrderBy,
): Promise<Comeback | undefined> {
  const order = await lockLines(tx, store.store_id, orderId)
  const lines = order.linesOf(productIds).filter(line => line.refunded_at && line.refunded_by_shop)
  if (lines.length === 0) return undefined
  for (const line of lines) Object.assign(line, { refunded_at: null, refunded_by_shop: null })
  await writeLines(tx, store.store_id, orderId, lines)
  const parts = order.isCancelled ? [] : lines.flatMap(({ part }) => part ?? [])
  const comeback = await reopen(tx, secrets, store, order, parts, by.at)
  await logOrder(tx, store.store_id, orderId, by, 'restore', ['products'])
  return comeback
}

async function reopen(
  tx: Connection,
  secrets: Secrets,
  store: Store,
  order: OrderWithLines,
  parts: number[],
  at: Date,
): Promise<Comeback> {
  const buyers = new Set(requestsFor(order.customers).map(({ address }) => address))
  const isAskedAbout = (part: number) => order.lines.some(line => isAskedIn(part, line))
  const cancelled = order.requests.filter(
    request =>
      request.state === 'cancelled' &&
      !isSilenced(request) &&
      buyers.has(request.address) &&
      parts.includes(request.part) &&
      isAskedAbout(request.part),
  )
  const sent = new Set(await sentAmong(tx, store.store_id, cancelled))
  const addresses = cancelled.map(({ address }) => address)
  const suppressed = await suppressedAmong(tx, secrets, store.store_id, addresses)
  const again = (request: PartRequest): PartRequest => {
    if (sent.has(request))
      return { ...request, state: 'sent', reasons: [...request.reasons, { name: 'restored' }] }
    const why = suppressed.get(request.address)
    if (why)
      return {
        ...request,
        state: 'suppressed',
        reasons: [...request.reasons, { name: 'not_sent', values: { why } }],
      }
    return resumed(request, store, at.getTime(), 'restored')
  }
  const changes = cancelled.map(from => ({ from, to: again(from) }))
  await rewriteRequests(tx, store.store_id, order.order_id, changes, at)
  const [why] = suppressed.values()
  return { isAsked: sent.size > 0, suppressed: why }
}
