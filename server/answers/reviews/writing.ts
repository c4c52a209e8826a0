import sql from 'sql-template-tag'
import { type Grant, grantConsents } from '../../asking/channels/consents.ts'
import type { Mailing } from '../../asking/mail/opened-links.ts'
import type { OrderedProduct } from '../../asking/orders/asked-products.ts'
import { isTestOrder } from '../../asking/orders/test-orders.ts'
import { markReviewed, type OrderPart } from '../../asking/requests/requests.ts'
import { giveReward, isPromised } from '../../asking/rewards/give.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { lockPerson } from '../../foundation/mailings/mailings.ts'
import { stopReminders } from '../../foundation/mailings/reminders.ts'
import { lockPictures } from '../../foundation/storage/pictures/pictures.ts'
import { keepCaptions } from '../../foundation/storage/videos/names.ts'
import { storeItself } from '../../tenants/products/store-itself.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { decideState } from '../moderation/moderation.ts'
import { textsOf } from './attributes/answers.ts'
import { answersAfter, type SentAnswers } from './attributes/questions.ts'
import { insiderMark } from './insiders/insiders.ts'
import { changeReview, insertReviews, lastReviewsOf, type Review, reviewsOfOrders } from './reviews.ts'
import { lockSummaries } from './sums/summaries.ts'

/** A buyer's review of one product, with validated fields. */
export type SentReview = {
  productId: string
  rating: number
  recommended: boolean | null
  title: string
  body: string
  /** Names in our own picture store. */
  pictures: string[]
  /** Absent: what it answers to the store's questions stays. */
  attributes?: SentAnswers
}

export type Writing = {
  mailing: Mailing
  /** The products that the mailing asks about. */
  products: OrderedProduct[]
  displayName: string
  /** A language tag. */
  language: string
  network: Buffer | undefined
  /** The channels that the buyer agreed to with the form. */
  consents: Grant[]
  at: Date
}

/** Thrown when a picture was swept before a review used it: it was uploaded more than a day ago. */
export class PictureGone extends Error {}

/**
 * The reviews that the buyer changes through the link of a mailing, by product: those of its orders, and otherwise the
 * last one that they wrote before. Who buys a product again has one review of it, not two.
 */
export async function reviewsOfMailing(
  db: Connection,
  { storeId, address, requests }: Mailing,
  products: Pick<OrderedProduct, 'product_id'>[],
): Promise<Map<string, Review>> {
  if (address === null) return new Map()
  const ids = [...new Set(products.map(({ product_id }) => product_id))]
  const orderIds = requests.map(({ order_id }) => order_id)
  const reviews = await reviewsOfOrders(db, storeId, orderIds, address)
  const written = new Set(reviews.map(({ product_id }) => product_id))
  const others = ids.filter(id => !written.has(id))
  const isTest = orderIds.some(isTestOrder)
  const earlier = others.length > 0 && !isTest ? await lastReviewsOf(db, storeId, address, others) : []
  const ofProducts = [...reviews, ...earlier].filter(({ product_id }) => ids.includes(product_id))
  return new Map(ofProducts.map(review => [review.product_id, review]))
}

/**
 * Saves a buyer's reviews of a mailing's products, and updates existing ones. Even after concurrent submissions, there
 * is one review for each order, buyer and product. Throws `PictureGone`, or `link_expired` if the buyer was erased
 * meanwhile.
 */
export async function writeReviews(
  db: Database,
  store: Store,
  writing: Writing,
  written: SentReview[],
): Promise<Review[]> {
  const { mailing, products } = writing
  return await db.transaction(async tx => {
    await lockSubmissions(tx, mailing)
    const known = await lockReviewsOfMailing(tx, mailing, products)
    const promised = await isPromised(tx, store.store_id, mailing, writing.at)
    const saved: Review[] = []
    const reviewed: OrderPart[] = []
    const productsById = new Map(products.map(product => [product.product_id, product]))
    const orderOf = (id: string) => productsById.get(id)?.order_id ?? ''
    const submitted = new Map(written.map(fields => [fields.productId, fields]))
    const ids = [...submitted.keys()].filter(id => productsById.has(id))
    for (const id of await lockSummaries(tx, store.store_id, ids)) {
      const [product, fields] = [productsById.get(id) as OrderedProduct, submitted.get(id) as SentReview]
      const stored = await lockPictures(tx, store.store_id, fields.pictures)
      if (stored.length < fields.pictures.length) throw new PictureGone()
      // A form counts once for its network, regardless of its number of products.
      const network = saved.length === 0 ? writing.network : undefined
      const review = known.get(id)
      saved.push(
        await save(tx, store, { ...writing, network, isPromised: promised }, product, fields, review),
      )
      if (product.part !== null) reviewed.push({ order_id: product.order_id, part: product.part })
    }
    await grantConsents(tx, store.store_id, writing.consents, writing.at)
    await giveForReviews(tx, store.store_id, { ...writing, isPromised: promised, orderOf }, saved)
    // An answer about the store alone leaves the products to be reviewed.
    if (mailing.firstMailingId && saved.some(({ product_id }) => product_id !== storeItself)) {
      await markReviewed(tx, store.store_id, mailing.firstMailingId, reviewed)
      await stopReminders(tx, store.store_id, [mailing.firstMailingId])
    }
    return saved
  })
}

async function giveForReviews(
  tx: Connection,
  storeId: string,
  { mailing, at, isPromised, orderOf }: Saving & { orderOf: (productId: string) => string },
  saved: Review[],
): Promise<void> {
  if (!isPromised) return
  for (const { id, product_id } of saved.filter(isOpen))
    await giveReward(tx, storeId, mailing, { reviewId: id, orderId: orderOf(product_id) }, at)
}

/** Whether the author may change the review: not after the store removed it. */
export function isOpen(review: Review): boolean {
  return review.state !== 'removed' || review.moderation_reason === null
}

// The reviews before their summaries, as every other change locks them. Then they are read again: the store may have
// decided about one meanwhile.
async function lockReviewsOfMailing(
  tx: Connection,
  mailing: Mailing,
  products: OrderedProduct[],
): Promise<Map<string, Review>> {
  const known = await reviewsOfMailing(tx, mailing, products)
  if (known.size === 0) return known
  const ids = Array.from(known.values(), ({ id }) => id)
  await tx.query(sql`
    select
    from reviews
    where store_id = ${mailing.storeId} and id = any(${ids}::uuid[])
    order by id
    for update`)
  return await reviewsOfMailing(tx, mailing, products)
}

// Serialises submissions for the same requests, for example from two tabs.
async function lockSubmissions(tx: Connection, { storeId, firstMailingId, id }: Mailing): Promise<void> {
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${storeId} ${firstMailingId ?? id}`}, 0))`,
  )
  if (!(await lockPerson(tx, storeId, id))) throw new ApiError('link_expired')
}

/** With `isPromised`, the author writes for a reward, and readers see so. */
type Saving = Writing & { isPromised: boolean }

async function save(
  tx: Connection,
  store: Store,
  writing: Saving,
  product: OrderedProduct,
  written: SentReview,
  review: Review | undefined,
): Promise<Review> {
  if (review) return await rewrite(tx, store, writing, review, written)
  return await write(tx, store, writing, product, written)
}

async function write(
  tx: Connection,
  store: Store,
  { mailing, displayName, language, network, at, isPromised }: Saving,
  product: OrderedProduct,
  { rating, recommended, title, body, pictures, attributes }: SentReview,
): Promise<Review> {
  const id = uuid()
  const texts = { title, body, display_name: displayName }
  const { state } = await decideState(tx, store, {
    ...{ kind: 'review', id, ...texts, answers: textsOf(attributes?.answers), language, network, at },
  })
  const review: Review = {
    ...texts,
    id,
    product_id: product.product_id,
    rating,
    recommended,
    pictures,
    attributes: attributes?.answers ?? null,
    email: mailing.email,
    address: mailing.address,
    // Nobody bought the products of a test order.
    verified_purchase: !isTestOrder(product.order_id),
    incentivized: isPromised || null,
    state,
    moderation_reason: null,
    votes: 0,
    language,
    order_id: product.order_id,
    purchased_at: isTestOrder(product.order_id) ? null : product.order_date,
    created_at: at,
    published_at: state === 'published' ? at : null,
    reply: null,
    reply_created_at: null,
  }
  await insertReviews(tx, store.store_id, [review], { at, actor: 'author', action: 'create' })
  return review
}

async function rewrite(
  tx: Connection,
  store: Store,
  { displayName, at, isPromised }: Saving,
  review: Review,
  { rating, recommended, title, body, pictures: named, attributes: sent }: SentReview,
): Promise<Review> {
  const pictures = keepCaptions(named, review.pictures)
  const attributes = answersAfter(review.attributes, sent)
  const set = { rating, recommended, title, body, pictures, attributes, display_name: displayName }
  const isSame = Object.entries(set).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(review[name as keyof typeof set]),
  )
  if (!isOpen(review)) return review
  const by = { at, actor: 'author', action: 'edit' } as const
  const incentivized = isPromised || (review.incentivized ?? null)
  const insider = await insiderMark(tx, store.store_id, review)
  if (isSame && review.state !== 'removed')
    return await changeReview(tx, store.store_id, review.id, by, () => ({ incentivized, insider }))
  const decided = await decideState(tx, store, {
    kind: 'review',
    id: review.id,
    title,
    body,
    display_name: displayName,
    answers: textsOf(attributes),
    language: review.language,
    before: review.state,
    at,
  })
  // A pending review stays pending: the store has not decided yet.
  const state = review.state === 'pending' ? 'pending' : decided.state
  const published_at = state === 'published' ? (review.published_at ?? at) : review.published_at
  return await changeReview(tx, store.store_id, review.id, by, () => ({
    ...set,
    incentivized,
    insider,
    state,
    published_at,
    moderation_reason: null,
  }))
}
