import type { Connection } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { suppressedAmong } from '../../foundation/mailings/suppressions.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { type Left, leftToAsk } from '../dispatch/left-to-ask.ts'
import type { EarlierOrder } from '../orders/reads/earlier-orders.ts'
import { isTestOrder } from '../orders/test-orders.ts'
import {
  type AskedBuyer,
  askedBuyers,
  type EarlierRequest,
  requestsOfEarlierOrders,
} from '../requests/campaign-requests.ts'
import { requestsFor } from '../requests/requests.ts'
import type { SkipReason } from './campaign-states.ts'

/** The store, the time, and the orders that a campaign is about: from `begins` until before `ends`. */
export type Range = { store: Store; secrets: Secrets; now: number; begins: Date; ends: Date }

/** One order of a buyer: the requests that can still ask about it, or why none does. */
type Deciding = {
  address: string
  order_id: string
  ordered_at: Date
  requests: EarlierRequest[]
  why?: SkipReason
}

/** What a campaign does about a buyer. `order_id` is the newest order that decides it. */
export type BuyerDecision = {
  address: string
  order_id: string
  ordered_at: Date
  /** Empty if the buyer is not asked. Of the newest orders, newest first. */
  requests: EarlierRequest[]
  why?: SkipReason
}

export type Decisions = { buyers: BuyerDecision[]; withoutAddress: number }

/** Orders of one buyer that a mail asks about. */
const mostOrders = 5

/**
 * Decides about the buyers of these orders: the preview, the plan and the sending use this function. A buyer is asked
 * about the newest orders of the range that nobody was asked about, unless the store has asked this buyer before. It
 * does not receive stars or texts of reviews. Changes nothing.
 */
export async function decideBuyers(tx: Connection, range: Range, orders: EarlierOrder[]): Promise<Decisions> {
  const inRange = orders.filter(
    ({ order_id, order_date }) =>
      order_date >= range.begins && order_date < range.ends && !isTestOrder(order_id),
  )
  const requests = Map.groupBy(
    await requestsOfEarlierOrders(
      tx,
      range.store.store_id,
      inRange.map(({ order_id }) => order_id),
    ),
    ({ order_id }) => order_id,
  )
  const oldest = monthsBefore(range.now, mostMonths)
  const deciding = inRange.map(order => decideOrder(order, requests.get(order.order_id) ?? [], oldest))
  const whys = await decideForBuyers(tx, range, deciding.flat())
  const byAddress = Map.groupBy(deciding.flat(), ({ address }) => address)
  return {
    buyers: [...byAddress].map(([address, ofBuyer]) => decideBuyer(ofBuyer, whys.get(address))),
    withoutAddress: deciding.filter(({ length }) => length === 0).length,
  }
}

/** Orders that are older, at the time of the mail, are not asked about. */
export const mostMonths = 24

export function monthsBefore(now: number, months: number): Date {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  // Of 31 months ago there may be no 31st.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date
}

function decideOrder(order: EarlierOrder, requests: EarlierRequest[], oldest: Date): Deciding[] {
  const { order_id, order_date: ordered_at, isCancelled, isWaiting } = order
  const base = { order_id, ordered_at, requests: [] }
  // Nobody is asked about orders without requests: their products are not asked about, or wait for their delivery.
  if (requests.length === 0) {
    const why = isCancelled ? 'returned' : isWaiting ? 'undelivered' : 'unasked'
    return requestsFor(order.customers).map(({ address }) => ({ ...base, address, why }))
  }
  const usable = requests.filter(({ address }) => !isErased(address))
  return [...Map.groupBy(usable, ({ address }) => address)].map(([address, ofBuyer]) => {
    const open = ofBuyer.filter(({ state, isMailed }) => state === 'expired' && !isMailed)
    if (isCancelled) return { ...base, address, why: 'returned' }
    if (open.length === 0) return { ...base, address, why: whyClosed(ofBuyer) }
    if (ordered_at < oldest) return { ...base, address, why: 'too_old' }
    return { ...base, address, requests: open }
  })
}

// An erased person's requests have an id in place of the address.
const isErased = (address: string) => !address.includes('@')

/** Why no request of the order to this buyer can be scheduled. */
function whyClosed(requests: EarlierRequest[]): SkipReason {
  const has = (state: EarlierRequest['state']) => requests.some(one => one.state === state)
  if (has('reviewed')) return 'reviewed'
  if (has('scheduled')) return 'scheduled'
  if (has('sent') || has('failed') || requests.some(({ isMailed }) => isMailed)) return 'asked_before'
  if (has('suppressed')) return 'suppressed'
  const names = requests.flatMap(({ reasons }) => reasons.map(({ name }) => name))
  if (names.includes('reviewed')) return 'reviewed'
  return names.includes('unasked') ? 'unasked' : 'returned'
}

/** Why buyers are not asked at all. Leaves out of each order what is not asked about, and says why nothing is left. */
async function decideForBuyers(
  tx: Connection,
  { store, secrets, now }: Range,
  deciding: Deciding[],
): Promise<Map<string, SkipReason>> {
  const addresses = [...new Set(deciding.map(({ address }) => address))]
  if (addresses.length === 0) return new Map()
  const suppressed = await suppressedAmong(tx, secrets, store.store_id, addresses)
  const asked = await askedBuyers(tx, store.store_id, addresses)
  const whys = new Map<string, SkipReason>()
  for (const address of addresses) {
    const why = suppressed.has(address) ? 'suppressed' : whyNotAgain(asked.get(address))
    if (why) whys.set(address, why)
  }
  const open = deciding.filter(({ address }) => !whys.has(address)).flatMap(({ requests }) => requests)
  const left = await leftToAsk(tx, store, now, open)
  for (const one of deciding) keepUseful(one, left)
  return whys
}

function whyNotAgain(buyer: AskedBuyer | undefined): SkipReason | undefined {
  if (buyer?.isReviewed) return 'reviewed'
  if (buyer?.isAsked) return 'asked_before'
  return buyer?.isScheduled ? 'scheduled' : undefined
}

function keepUseful(order: Deciding, left: Map<EarlierRequest, Left>): void {
  const useful = order.requests.filter(request => !left.get(request)?.why)
  if (order.requests.length > 0 && useful.length === 0) {
    const names = order.requests.map(request => left.get(request)?.why?.name)
    order.why = names.includes('reviewed')
      ? 'reviewed'
      : names.includes('period_over')
        ? 'too_old'
        : 'unasked'
  }
  order.requests = useful
}

function decideBuyer(ofBuyer: Deciding[], why: SkipReason | undefined): BuyerDecision {
  const newestFirst = ofBuyer.toSorted((a, b) => b.ordered_at.getTime() - a.ordered_at.getTime())
  const open = why ? [] : newestFirst.filter(({ requests }) => requests.length > 0).slice(0, mostOrders)
  const { address, order_id, ordered_at, why: ofOrder } = open[0] ?? (newestFirst[0] as Deciding)
  const base = { address, order_id, ordered_at }
  if (open.length > 0) return { ...base, requests: open.flatMap(({ requests }) => requests) }
  return { ...base, requests: [], why: why ?? ofOrder ?? 'unasked' }
}
