import { type OrderedProduct, readProductsOfOrders } from '../../asking/orders/asked-products.ts'
import { isBuyer } from '../../asking/orders/reads/bought.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { storeItself } from '../../tenants/products/store-itself.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { isNewId } from '../moderation/content/external.ts'
import { decideState } from '../moderation/moderation.ts'
import { type Answers, readAnswers, textsOf } from './attributes/answers.ts'
import { insertReviews, type Review, reviewContent, reviewsOfOrders } from './reviews.ts'
import { lockSummaries } from './sums/summaries.ts'

/**
 * A review that was written elsewhere, of a product or of the store itself. `product_name` and `product_sku` are for a
 * product that is new here.
 */
export type ExternalReview = {
  external_id: string
  product_id: string
  product_name: string
  product_sku: string
  rating: number
  title: string
  body: string
  display_name: string
  email: string | null
  recommended: boolean | null
  language: string
  created_at: Date
  order_id: string | null
  /** Answers to the store's own questions, not validated. */
  attributes: Record<string, unknown>
  /** Whether the author got something for it; null: unknown. */
  incentivized: boolean | null
  /** Whether its author works for the store. */
  insider: boolean
  notify_author: boolean
}

/**
 * Stores a review from elsewhere; the store's rule decides whether it is published. It is a verified purchase only if
 * it names an order of the store with this product that was not cancelled, and its author is a buyer of that order.
 * Otherwise it is stored without the order: one order could verify any number of reviews. Returns its id. Throws
 * `body_invalid` for wrong answers, `review_duplicate` if the store has one with this id, or with this order, buyer and
 * product, and `order_unknown`.
 */
export async function addExternalReview(
  tx: Connection,
  store: Store,
  given: ExternalReview,
  by: By,
): Promise<string> {
  const { store_id: storeId } = store
  const { external_id, product_id, product_name: name, product_sku: sku, order_id } = given
  const attributes = readAnswers(product_id === storeItself ? [] : store.attributes, given.attributes)
  if (!(await isNewId(tx, storeId, reviewContent, external_id))) throw new ApiError('review_duplicate')
  const address = given.email === null ? null : (comparableAddress(given.email) ?? null)
  const ordered =
    order_id === null ? undefined : await boughtProduct(tx, storeId, order_id, product_id, address)
  if (product_id !== storeItself)
    await addSeenProducts(tx, storeId, [{ product_id, sku, name, url: '' }], by.at)
  await lockSummaries(tx, storeId, [product_id])
  // With the lock: a second request at the same time finds the review of the first.
  if (ordered && address !== null) await refuseSecond(tx, storeId, ordered.order_id, product_id, address)
  const id = uuid()
  const { title, body, display_name, language } = given
  const texts = { title, body, display_name, language, answers: textsOf(attributes) }
  const { state } = await decideState(tx, store, { kind: 'review', id, ...texts, at: by.at })
  const review = reviewOf(given, { id, address, attributes, state, ordered })
  await insertReviews(tx, storeId, [review], { ...by, action: 'create' })
  return id
}

/** Undefined unless this address bought it. Throws `order_unknown` and `body_invalid`. */
async function boughtProduct(
  tx: Connection,
  storeId: string,
  orderId: string,
  productId: string,
  address: string | null,
): Promise<OrderedProduct | undefined> {
  const products = (await readProductsOfOrders(tx, storeId, [orderId])).get(orderId)
  if (!products) throw new ApiError('order_unknown')
  const product = products.find(
    ({ product_id, isRefunded }) => productId === storeItself || (product_id === productId && !isRefunded),
  )
  if (product) return address !== null && (await isBuyer(tx, storeId, orderId, address)) ? product : undefined
  const problems = [{ path: 'product_id', problem: 'not_ordered' as const, values: [productId] }]
  throw new ApiError('body_invalid', { problems })
}

async function refuseSecond(
  tx: Connection,
  storeId: string,
  orderId: string,
  productId: string,
  address: string,
): Promise<void> {
  const known = await reviewsOfOrders(tx, storeId, [orderId], address)
  if (known.some(review => review.product_id === productId)) throw new ApiError('review_duplicate')
}

type Decided = {
  id: string
  address: string | null
  attributes: Answers | null
  state: 'published' | 'pending'
  ordered: OrderedProduct | undefined
}

function reviewOf(given: ExternalReview, { id, address, attributes, state, ordered }: Decided): Review {
  const { product_id, rating, title, body, display_name, email, recommended, language } = given
  const { external_id, incentivized, insider } = given
  return {
    ...{ id, product_id, rating, title, body, display_name, email, address, recommended, language },
    ...{ external_id, incentivized, insider: insider || null },
    verified_purchase: ordered !== undefined,
    pictures: [],
    attributes,
    state,
    moderation_reason: null,
    votes: 0,
    order_id: ordered?.order_id ?? null,
    purchased_at: ordered?.order_date ?? null,
    created_at: given.created_at,
    published_at: state === 'published' ? given.created_at : null,
    reply: null,
    reply_created_at: null,
    imported: true,
    notify_author: given.notify_author,
  }
}
