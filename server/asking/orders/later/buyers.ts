import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { mailStates } from '../../../foundation/mailings/mail-states.ts'
import { stopReminders } from '../../../foundation/mailings/reminders.ts'
import { type SuppressionReason, suppressedAmong } from '../../../foundation/mailings/suppressions.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { isSilenced, scheduleByRule } from '../../requests/by-rule.ts'
import { isErasedRequest } from '../../requests/person.ts'
import { type NewRequest, requestsFor } from '../../requests/requests.ts'
import { addPart, type PartRequest, rewriteRequests } from '../../requests/requests-of-order.ts'
import { resumed } from '../../requests/resuming.ts'
import type { Customer } from '../orders.ts'
import { lockLines, type OrderWithLines } from './locked-lines.ts'
import { logOrder, type OrderBy } from './order-changes.ts'
import { isAskedIn } from './order-lines.ts'

/** What became of the requests of an order whose buyers changed. */
export type BuyersChange = {
  isChanged: boolean
  /** A request is scheduled, for an address that it was not for. */
  isScheduled: boolean
  /** An erased buyer does not return: neither to this order nor by their address. */
  isErased: boolean
  /** An earlier address was asked already, so that the new one is not. */
  isAsked: boolean
  /** Why an earlier address got no mail. The new one gets none either. */
  suppressed: SuppressionReason | undefined
}

/**
 * Replaces the buyers of an order by those that `choose` makes of them; undefined: they stay. Requests follow a buyer
 * to a new address until they are sent. Nobody is asked twice, and nobody who is no buyer any more. Throws
 * `order_unknown`.
 */
export async function changeBuyers(
  tx: Connection,
  secrets: Secrets,
  store: Store,
  orderId: string,
  choose: (stored: Customer[]) => Customer[] | undefined,
  by: OrderBy,
): Promise<BuyersChange> {
  const unchanged = {
    ...{ isChanged: false, isScheduled: false, isErased: false, isAsked: false },
    suppressed: undefined,
  }
  const order = await lockLines(tx, store.store_id, orderId)
  const chosen = choose(order.customers)
  if (!chosen || isSame(order.customers, chosen)) return unchanged
  if (order.requests.some(isErasedRequest) || (by.isShop && order.customers.some(isBlank)))
    return { ...unchanged, isErased: true }
  const earlier = order.requests.map(({ address }) => address)
  const addresses = [...earlier, ...chosen.flatMap(({ email }) => comparableAddress(email) ?? [])]
  const suppressed = await suppressedAmong(tx, secrets, store.store_id, addresses)
  const isErased = ({ email }: Customer) => suppressed.get(comparableAddress(email) ?? '') === 'erased'
  const customers = chosen.map(one => (isErased(one) ? blank : one))
  await tx.query(sql`
    update orders
    set customers = ${JSON.stringify(customers)}::jsonb
    where store_id = ${store.store_id} and order_id = ${orderId}`)
  const followed = await followBuyers(tx, store, order, { customers, suppressed, at: by.at })
  await logOrder(tx, store.store_id, orderId, by, 'correct', ['customers'])
  return { isChanged: true, isErased: chosen.some(isErased), ...followed }
}

/**
 * Replaces the buyers of an order. Where one has no language or origin, those of the buyer before stay. Throws
 * `order_unknown`, and `buyer_suppressed` for an erased person: nothing is changed then if the caller rolls back.
 */
export async function correctBuyers(
  tx: Connection,
  secrets: Secrets,
  store: Store,
  orderId: string,
  customers: Customer[],
  by: OrderBy,
): Promise<void> {
  const choose = (stored: Customer[]) =>
    customers.map((one, index) => {
      const address = comparableAddress(one.email)
      const before = stored.find(({ email }) => comparableAddress(email) === address) ?? stored[index]
      return {
        ...given('origin', before?.origin),
        ...given('language', before?.language),
        ...given('country', before?.country),
        ...one,
      }
    })
  const { isErased } = await changeBuyers(tx, secrets, store, orderId, choose, by)
  if (isErased) throw new ApiError('buyer_suppressed')
}

const given = (name: 'origin' | 'language' | 'country', value: string | undefined) =>
  value ? { [name]: value } : {}

const blank: Customer = { name: '', email: '', phone: '' }
const isBlank = ({ name, email, phone }: Customer) => `${name}${email}${phone}` === ''

// Stored lists and bodies have their fields in other orders.
const isSame = (some: Customer[], others: Customer[]) => textOf(some) === textOf(others)
const textOf = (customers: Customer[]) =>
  JSON.stringify(
    customers.map(one => [one.name, one.email, one.phone, one.origin, one.language, one.country]),
  )

type Following = { customers: Customer[]; suppressed: Map<string, SuppressionReason>; at: Date }
type Rewritten = { from: PartRequest; to: PartRequest }

async function followBuyers(
  tx: Connection,
  store: Store,
  order: OrderWithLines,
  { customers, suppressed, at }: Following,
): Promise<Pick<BuyersChange, 'isScheduled' | 'isAsked' | 'suppressed'>> {
  const sent = new Set(await sentAmong(tx, store.store_id, order.requests))
  const buyers = requestsFor(customers)
  const changes: Rewritten[] = []
  const asked: PartRequest[] = []
  let isAsked = false
  let why: SuppressionReason | undefined
  for (const part of partsOf(order)) {
    const requests = order.requests.filter(request => request.part === part)
    // A request that is cancelled while its order is not has only lost its buyer.
    const isOpen = !order.isCancelled && order.lines.some(line => isAskedIn(part, line))
    const { kept, gone, fresh } = compare(requests, buyers)
    const moved = gone.map((from, index) => ({ from, buyer: fresh[index] }))
    isAsked ||= moved.some(({ from, buyer }) => buyer && sent.has(from))
    asked.push(...gone.filter(from => sent.has(from)))
    why ??= moved.map(({ from, buyer }) => buyer && whyNever(from, suppressed)).find(one => one)
    for (const { from, buyer } of [...kept, ...moved].filter(({ from }) => !sent.has(from)))
      changes.push({ from, to: followed(from, buyer, { store, now: at.getTime(), isOpen, suppressed }) })
    await addBuyers(tx, store, order, { part, buyers: fresh.slice(gone.length), at })
  }
  await rewriteRequests(tx, store.store_id, order.order_id, changes, at)
  const mailings = asked.flatMap(({ mailing_id }) => mailing_id ?? [])
  if (mailings.length > 0) await stopReminders(tx, store.store_id, mailings)
  const isMoved = ({ from, to }: Rewritten) => to.state === 'scheduled' && to.address !== from.address
  return { isScheduled: changes.some(isMoved), isAsked, suppressed: why }
}

/** A person's own decision holds for the order, whatever their address. A bounced address was wrong. */
function whyNever({ address }: PartRequest, suppressed: Following['suppressed']) {
  const why = suppressed.get(address)
  return why === 'bounced' ? undefined : why
}

/** Those requests whose mail has left, also if they were cancelled since. */
export async function sentAmong(
  tx: Connection,
  storeId: string,
  requests: PartRequest[],
): Promise<PartRequest[]> {
  const mails = await mailStates(
    tx,
    storeId,
    requests.flatMap(({ mailing_id }) => mailing_id ?? []),
  )
  const hasLeft = (id: string | null) => id !== null && (mails.get(id)?.sent_at ?? null) !== null
  return requests.filter(
    ({ state, mailing_id }) =>
      state === 'sent' || state === 'reviewed' || (state === 'cancelled' && hasLeft(mailing_id)),
  )
}

/** The parts that have requests, or products to ask about. */
function partsOf({ requests, lines }: OrderWithLines): number[] {
  const asked = lines.flatMap(line => (line.part !== null && isAskedIn(line.part, line) ? line.part : []))
  return [...new Set([...requests.map(({ part }) => part), ...asked])]
}

function compare(requests: PartRequest[], buyers: NewRequest[]) {
  const byAddress = new Map(buyers.map(buyer => [buyer.address, buyer]))
  const known = new Set(requests.map(({ address }) => address))
  return {
    kept: requests.flatMap(from => {
      const buyer = byAddress.get(from.address)
      return buyer ? [{ from, buyer }] : []
    }),
    gone: requests.filter(({ address }) => !byAddress.has(address)),
    fresh: buyers.filter(({ address }) => !known.has(address)),
  }
}

type Context = Pick<Following, 'suppressed'> & { store: Store; now: number; isOpen: boolean }

/** A request that was not sent, to the same buyer or to another address. Without a buyer it is cancelled. */
function followed(
  request: PartRequest,
  buyer: NewRequest | undefined,
  { store, now, isOpen, suppressed }: Context,
): PartRequest {
  const isPending = ['scheduled', 'expired'].includes(request.state)
  const { reasons } = request
  if (!buyer)
    return isPending
      ? { ...request, state: 'cancelled', reasons: [...reasons, { name: 'no_buyer' }] }
      : request
  const { address, email, name } = buyer
  const moved = { ...request, address, email, name }
  const isCorrected = address !== request.address
  if (isSilenced(request)) return moved
  if (request.state === 'cancelled') return isOpen ? resumed(moved, store, now, 'buyer_again') : moved
  if (!isCorrected) return moved
  const why = whyNever(request, suppressed)
  if (why)
    return {
      ...moved,
      state: 'suppressed',
      reasons: [...reasons, { name: 'corrected' }, { name: 'not_sent_earlier', values: { why } }],
      mailing_id: null,
    }
  // A mail that bounced, or that waits to be sent, has asked nobody.
  return isPending && request.mailing_id === null
    ? { ...moved, reasons: [...reasons, { name: 'corrected' }] }
    : resumed(moved, store, now, 'corrected')
}

async function addBuyers(
  tx: Connection,
  store: Store,
  order: OrderWithLines,
  { part, buyers, at }: { part: number; buyers: NewRequest[]; at: Date },
): Promise<void> {
  const line = order.lines.find(line => isAskedIn(part, line))
  if (buyers.length === 0 || !line || order.isCancelled) return
  const requestedAt = order.isDateGiven ? order.request_review_at?.getTime() : undefined
  const deliveredAt = (line.delivered_at ?? order.delivery_date).getTime()
  const rule = order.requests.find(request => request.part === part)?.rule
  const schedule = scheduleByRule({ deliveredAt, requestedAt }, store, rule, at.getTime())
  const key = { orderId: order.order_id, part, receivedAt: order.received_at }
  await addPart(tx, store.store_id, key, buyers, schedule, at)
}
