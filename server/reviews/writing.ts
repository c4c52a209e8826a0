import sql from 'sql-template-tag'
import type { Connection, Database } from '../database/connect.ts'
import { ApiError } from '../errors/errors.ts'
import { uuid } from '../lib/uuid.ts'
import type { Mailing } from '../mail/opened-links.ts'
import { lockPerson } from '../mailings/mailings.ts'
import { stopReminders } from '../mailings/reminders.ts'
import { decideState } from '../moderation/moderation.ts'
import type { OrderedProduct } from '../orders/orders.ts'
import { lockPictures } from '../pictures/pictures.ts'
import { markReviewed } from '../requests/requests.ts'
import type { Store } from '../stores/stores.ts'
import { changeReview, insertReviews, type Review, reviewsOfOrders } from './reviews.ts'
import { lockSummaries } from './summaries.ts'

/** What a buyer says of one product; every field has been looked at. */
export type Written = {
  productId: string
  rating: number
  recommended: boolean | null
  title: string
  body: string
  /** Names of our own picture store. */
  pictures: string[]
}

export type Writing = {
  mailing: Mailing
  /** What the mailing asks about. */
  products: OrderedProduct[]
  displayName: string
  /** A language tag. */
  language: string
  network: Buffer | undefined
  at: Date
}

/** Thrown when a picture was swept before it was used: it was taken in more than a day ago. */
export class PictureGone extends Error {}

/** The reviews that were written through the link of a mailing, by product. */
export async function reviewsOfMailing(db: Connection, mailing: Mailing): Promise<Map<string, Review>> {
  const orderIds = mailing.requests.map(({ order_id }) => order_id)
  const reviews = await reviewsOfOrders(db, mailing.storeId, orderIds, mailing.address ?? '')
  return new Map(reviews.map(review => [review.product_id, review]))
}

/**
 * Writes a buyer's reviews of the products of a mailing, and changes those that are there already: whatever
 * is sent at once, there is one for each order, buyer and product. Throws `PictureGone`, or `link_expired`
 * when the buyer was erased meanwhile.
 */
export async function writeReviews(
  db: Database,
  store: Store,
  writing: Writing,
  written: Written[],
): Promise<Review[]> {
  const { mailing, products } = writing
  return await db.transaction(async tx => {
    await waitForTurn(tx, mailing)
    const known = await reviewsOfMailing(tx, mailing)
    const saved: Review[] = []
    const orderIds: string[] = []
    const asked = new Map(products.map(product => [product.product_id, product]))
    const said = new Map(written.map(one => [one.productId, one]))
    const ids = [...said.keys()].filter(id => asked.has(id))
    for (const id of await lockSummaries(tx, store.store_id, ids)) {
      const [product, one] = [asked.get(id) as OrderedProduct, said.get(id) as Written]
      const held = await lockPictures(tx, store.store_id, one.pictures)
      if (held.length < one.pictures.length) throw new PictureGone()
      // One form counts once against its network, however many products it has.
      const network = saved.length === 0 ? writing.network : undefined
      const review = known.get(id)
      saved.push(await save(tx, store, { ...writing, network }, product, one, review))
      orderIds.push(product.order_id)
    }
    if (mailing.requestsOf) {
      await markReviewed(tx, store.store_id, mailing.requestsOf, orderIds)
      await stopReminders(tx, store.store_id, [mailing.requestsOf])
    }
    return saved
  })
}

/** Whether its author may change it: the store did not take it down. */
export function isOpen(review: Review): boolean {
  return review.state !== 'removed' || review.moderation_reason === null
}

// Two tabs at once write one after the other.
async function waitForTurn(tx: Connection, { storeId, requestsOf, id }: Mailing): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${storeId} ${requestsOf ?? id}`}, 0))`)
  if (!(await lockPerson(tx, storeId, id))) throw new ApiError('link_expired')
}

async function save(
  tx: Connection,
  store: Store,
  writing: Writing,
  product: OrderedProduct,
  written: Written,
  review: Review | undefined,
): Promise<Review> {
  if (review) return await rewrite(tx, store, writing, review, written)
  return await write(tx, store, writing, product, written)
}

async function write(
  tx: Connection,
  store: Store,
  { mailing, displayName, language, network, at }: Writing,
  product: OrderedProduct,
  { rating, recommended, title, body, pictures }: Written,
): Promise<Review> {
  const id = uuid()
  const texts = { title, body, display_name: displayName }
  const { state } = await decideState(tx, store, { kind: 'review', id, ...texts, network, at })
  const review: Review = {
    ...texts,
    id,
    product_id: product.product_id,
    rating,
    recommended,
    pictures,
    email: mailing.email,
    address: mailing.address,
    verified_purchase: true,
    state,
    moderation_reason: null,
    votes: 0,
    language,
    order_id: product.order_id,
    purchased_at: product.order_date,
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
  { displayName, at }: Writing,
  review: Review,
  { rating, recommended, title, body, pictures }: Written,
): Promise<Review> {
  const set = { rating, recommended, title, body, pictures, display_name: displayName }
  const isSame = Object.entries(set).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(review[name as keyof typeof set]),
  )
  if ((isSame && review.state !== 'removed') || !isOpen(review)) return review
  const decided = await decideState(tx, store, {
    kind: 'review',
    id: review.id,
    title,
    body,
    display_name: displayName,
    before: review.state,
    at,
  })
  // What waits goes on waiting: the store has not looked at it yet.
  const state = review.state === 'pending' ? 'pending' : decided.state
  const published_at = state === 'published' ? (review.published_at ?? at) : review.published_at
  const by = { at, actor: 'author', action: 'edit' } as const
  return await changeReview(
    tx,
    store.store_id,
    review.id,
    () => ({ ...set, state, published_at, moderation_reason: null }),
    by,
  )
}
