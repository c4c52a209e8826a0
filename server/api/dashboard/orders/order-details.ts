import { type Review, reviewsOfOrder } from '../../../answers/reviews/reviews.ts'
import { type Left, leftToAsk } from '../../../asking/dispatch/left-to-ask.ts'
import type { DisplayedLine } from '../../../asking/orders/later/order-lines.ts'
import { type OrderProduct, readOrder, type StoredOrder } from '../../../asking/orders/orders.ts'
import { partsInMail, type RequestOfOrder, requestsInDetail } from '../../../asking/requests/list-requests.ts'
import type { Reason } from '../../../asking/requests/reasons.ts'
import type { AskedPart, ReviewRequest } from '../../../asking/requests/requests.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { dayAround } from '../../../foundation/lib/time/days.ts'
import { type MailEntry, mailsThatAsked } from '../../../foundation/mailings/mail-log.ts'
import { type SuppressionReason, suppressedAmong } from '../../../foundation/mailings/suppressions.ts'
import type { Store } from '../../../tenants/stores/stores.ts'

export type DetailedRequest = Omit<RequestOfOrder, 'address' | 'mailing_id' | 'part' | 'left_out'> & {
  product_ids: string[]
  suppressed: SuppressionReason | null
  mails: MailEntry[]
  shared_with: string[]
}

type DetailedProduct = OrderProduct &
  Omit<DisplayedLine, 'product_id' | 'state'> & { state: DisplayedLine['state'] | null }

export type DetailedOrder = Omit<StoredOrder, 'products' | 'lines' | 'requests'> & {
  products: DetailedProduct[]
  requests: DetailedRequest[]
  reviews: Review[]
}

/** Reads an order with its requests, their mails, and their results. Throws `order_unknown`. */
export async function readOrderDetails(
  db: Connection,
  secrets: Secrets,
  store: Store,
  orderId: string,
  now: number,
): Promise<DetailedOrder> {
  const { store_id } = store
  const { requests: asked, lines, products, ...order } = await readOrder(db, store_id, orderId)
  const lineOf = new Map(lines.map(line => [line.product_id, line]))
  const productsOf = new Map(asked.map(({ id, product_ids }) => [id, product_ids]))
  const requests = await requestsInDetail(db, store_id, orderId)
  const addresses = requests.map(({ address }) => address)
  const mailings = requests.flatMap(({ mailing_id }) => mailing_id ?? [])
  const pending = requests.filter(isPending).map(request => ({ ...request, order_id: orderId }))
  const [mails, suppressed, reviews, shared, left] = await Promise.all([
    mailsThatAsked(db, store_id, mailings),
    suppressedAmong(db, secrets, store_id, addresses),
    reviewsOfOrder(db, store_id, orderId),
    Promise.all(requests.map(request => sharing(db, store, orderId, request))),
    leftToAsk(db, store, now, pending),
  ])
  const leftOf = new Map([...left].map(([{ id }, ofRequest]) => [id, ofRequest]))
  return {
    ...order,
    products: products.map(product => ({ ...withOrder, ...product, ...lineOf.get(product.product_id) })),
    requests: requests.map(({ address, mailing_id, part: _, left_out: __, ...request }, index) => ({
      ...request,
      ...foretell(request.reasons, productsOf.get(request.id) ?? [], leftOf.get(request.id)),
      suppressed: suppressed.get(address) ?? null,
      mails: (mailing_id && mails.get(mailing_id)) || [],
      shared_with: [...new Set((shared[index] ?? []).map(({ order_id }) => order_id))].filter(
        one => one !== orderId,
      ),
    })),
    reviews,
  }
}

// What will become of a pending request, if nothing changes until it is due.
function foretell(reasons: Reason[], productIds: string[], left: Left | undefined) {
  return {
    reasons: left?.why ? [...reasons, left.why] : reasons,
    product_ids: productIds.filter(id => !left?.leftOut.includes(id)),
  }
}

const isPending = ({ state, mailing_id }: RequestOfOrder) => state === 'scheduled' && mailing_id === null

/**
 * The parts that the mail of a request asks about, without what the buyer has reviewed. Throws `request_empty` if nothing of
 * a pending one is left.
 */
export async function askedNow(
  db: Connection,
  store: Store,
  request: Pick<ReviewRequest, 'state' | 'mail' | 'email'>,
  parts: AskedPart[],
  now: number,
): Promise<AskedPart[]> {
  if (request.state !== 'scheduled' || request.mail) return parts
  const address = comparableAddress(request.email) ?? ''
  const asking = parts.map(part => ({ ...part, address }))
  const left = await leftToAsk(db, store, now, asking)
  const useful = asking.filter(part => !left.get(part)?.why)
  if (useful.length === 0) throw new ApiError('request_empty')
  return useful.map(part => ({ ...part, left_out: left.get(part)?.leftOut ?? [] }))
}

// The product arrived with its order.
const withOrder = { state: null, delivered_at: null, is_estimated: false, refunded_at: null }

/** The parts of orders that share the mail of a request, including its own. */
export async function sharing(
  db: Connection,
  store: Store,
  orderId: string,
  { id, due_at }: Pick<RequestOfOrder, 'id' | 'due_at'>,
): Promise<AskedPart[]> {
  return await partsInMail(db, store.store_id, id, orderId, dayAround(due_at.getTime(), store))
}
