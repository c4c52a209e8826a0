import sql from 'sql-template-tag'
import type { Mailing } from '../../asking/mail/opened-links.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { queueNotice } from '../../foundation/mailings/mailings.ts'
import { lockPictures } from '../../foundation/storage/pictures/pictures.ts'
import { type Proof, spendProof } from '../../foundation/visitors/challenge.ts'
import { allowAgain, fingerprintOf, isFirstTime } from '../../foundation/visitors/used-once.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { authorOf } from '../moderation/author.ts'
import { countUnconfirmedContent } from '../moderation/content/lookups.ts'
import { decideState, decideWhenConfirmed } from '../moderation/moderation.ts'
import { textsOf } from './attributes/answers.ts'
import { insiderMark } from './insiders/insiders.ts'
import { withdrawReview } from './moderate.ts'
import {
  changeReview,
  insertReviews,
  type Review,
  readReview,
  reviewContent,
  reviewsWithoutOrder,
} from './reviews.ts'
import { clearUnproven, noteUnproven } from './unproven.ts'
import { PictureGone, type SentReview } from './writing.ts'

/** A review without an order: unconfirmed until its author confirms the address, and never a verified purchase. */
export type OpenReview = SentReview & {
  name: string
  email: string
  /** A language tag. */
  language: string
}

export type Sending = { proof: Proof; network: Buffer | undefined; at: Date }

/** Like `Asked` for a question. */
export type Sent = 'sent' | 'mailed_often' | 'proof_spent'

/** Stores the review as unconfirmed, and queues the mail that asks for confirmation. Throws `PictureGone`. */
export async function sendOpenReview(
  db: Database,
  store: Store,
  open: OpenReview,
  sending: Sending,
): Promise<Sent> {
  const { store_id: storeId } = store
  const { proof, at } = sending
  const address = comparableAddress(open.email)
  if (!address) throw new Error('the address was not validated')
  const { productId, rating, title, body } = open
  const same = fingerprintOf('review', productId, address, String(rating), title, body)
  return await db.transaction(async tx => {
    const since = new Date(at.getTime() - day)
    if (!(await isFirstTime(tx, storeId, same, new Date(at.getTime() + day), at))) return 'sent'
    const isPaid = await spendProof(tx, storeId, proof, at)
    const isOften =
      (await countUnconfirmedContent(tx, storeId, reviewContent, address, since)) >= mostUnconfirmed
    if (isOften || !isPaid) {
      await allowAgain(tx, storeId, same)
      return isPaid ? 'mailed_often' : 'proof_spent'
    }
    await saveReview(tx, store, open, address, sending)
    return 'sent'
  })
}

/**
 * Confirms the author's address. The store's rule then decides, by the flags from the submission; a review without a
 * proof of work becomes pending. It replaces the author's earlier reviews of the product without an order. Confirming
 * again changes nothing.
 */
export async function confirmReview(db: Database, store: Store, mailing: Mailing, at: Date): Promise<Review> {
  const { store_id: storeId } = store
  return await db.transaction(async tx => {
    const review = await readReview(tx, storeId, mailing.recordId ?? '', true)
    if (review.state !== 'unconfirmed') return review
    // Of two that the author confirms at once, the later one waits, finds the other review, and replaces it.
    const author = `${storeId} confirm ${review.product_id} ${review.address}`
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${author}, 0))`)
    for (const earlier of await reviewsWithoutOrder(tx, storeId, review))
      await withdrawReview(tx, storeId, earlier.id, at)
    const decided = await decideWhenConfirmed(tx, store, 'review', review.id)
    const state = (await clearUnproven(tx, storeId, review.id)) ? 'pending' : decided.state
    const published_at = state === 'published' ? at : null
    const insider = await insiderMark(tx, storeId, review)
    const by = { at, actor: 'author', action: 'confirm' } as const
    return await changeReview(tx, storeId, review.id, by, () => ({ state, published_at, insider }))
  })
}

const mostUnconfirmed = 3
const day = 24 * 60 * 60_000 // ms

async function saveReview(
  tx: Connection,
  store: Store,
  { name, email, productId, language, attributes: sent, ...open }: OpenReview,
  address: string,
  { proof, network, at }: Sending,
): Promise<void> {
  const { store_id: storeId } = store
  const stored = await lockPictures(tx, storeId, open.pictures)
  if (stored.length < open.pictures.length) throw new PictureGone()
  const review: Review = {
    ...open,
    id: uuid(),
    product_id: productId,
    attributes: sent?.answers ?? null,
    display_name: name,
    email,
    address,
    verified_purchase: false,
    state: 'unconfirmed',
    moderation_reason: null,
    votes: 0,
    language,
    order_id: null,
    purchased_at: null,
    created_at: at,
    published_at: null,
    reply: null,
    reply_created_at: null,
  }
  await insertReviews(tx, storeId, [review], { at, actor: 'author', action: 'create' })
  await decideState(tx, store, {
    ...review,
    answers: textsOf(review.attributes),
    kind: 'review',
    network,
    at,
  })
  if (proof === 'none') await noteUnproven(tx, storeId, review.id)
  await queueNotice(tx, storeId, { kind: 'confirm_review', recordId: review.id, to: authorOf(review), at })
}
