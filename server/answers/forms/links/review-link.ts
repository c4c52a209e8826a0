import { findMailing, type Mailing } from '../../../asking/mail/opened-links.ts'
import {
  type OrderedProduct,
  productsToReview,
  readProductsOfParts,
} from '../../../asking/orders/asked-products.ts'
import { endOfReviews, isInTime } from '../../../asking/orders/review-period.ts'
import { type FormPart, hasFormPart } from '../../../asking/requests/by-rule.ts'
import { openPromises, type Promised, promiseTo } from '../../../asking/rewards/promises.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { LinkRequest } from '../../../foundation/http/input/paths.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { storeItself } from '../../../tenants/products/store-itself.ts'
import type { Attribute } from '../../../tenants/stores/settings/attribute-rules.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { questionsAbout } from '../../reviews/attributes/questions.ts'
import type { Review } from '../../reviews/reviews.ts'
import { reviewsOfMailing } from '../../reviews/writing.ts'
import { webAddress } from '../pages/page.ts'
import { type Card, noValues, valuesOf } from '../review-cards.ts'
import { type MailLink, openLink } from './mail-link.ts'

/** What the link in a request or a reminder gives access to. */
export type ReviewLink = MailLink<Mailing> & {
  /** The products and, last, the store itself if its form asks about it. */
  products: OrderedProduct[]
  /** Existing reviews by product. */
  reviews: Map<string, Review>
  /** What the store asks about each product. */
  questions: (productId: string) => Attribute[]
  /** Whether pictures and videos may be added: a rule of the store can leave them out. */
  takesPictures: boolean
  /** What the buyer was promised for a review, while they can still write it. */
  offer: Promised | undefined
  /** When the store ceased to take new reviews of the products, if it takes none of any. */
  ended: Date | undefined
  /** When it ceased to, by product. */
  ends: Map<string, Date>
  /** Whether the store still takes a new review of the product. */
  isTaken: (productId: string) => boolean
}

/** Resolves a link from a mail. Throws `link_unknown` or `link_expired`. */
export async function readReviewLink(
  { database, clock }: { database: Database; clock: Clock },
  request: LinkRequest,
): Promise<ReviewLink> {
  const link = await openLink(database, request, token => findMailing(database, 'form', token, clock()))
  const { mailing, store, context } = link
  // The person was erased, so nothing can be written in their name.
  if (!store.active || mailing.address === null) throw new ApiError('link_expired')
  const asked = await readProductsOfParts(database, store.store_id, mailing.requests)
  // Not of other parts of the same orders, which have a mail of their own.
  const reviews = await reviewsOfMailing(database, mailing, [...asked, { product_id: storeItself }])
  // The author of a review can change and withdraw it, even if the product went back.
  const now = clock()
  const open = asked.filter(product => isInTime(product, store, now))
  const isWritten = (id: string) => isStanding(reviews.get(id))
  const ordered = productsToReview(
    asked.filter(product => open.includes(product) || isWritten(product.product_id)),
    store.form_products,
    id => reviews.has(id),
  )
  const has = (part: FormPart) => hasFormPart(part, mailing.requests)
  const isStoreAsked = store.asks_about_store && has('store_question')
  const isStoreShown = open.length > 0 ? isStoreAsked || reviews.has(storeItself) : isWritten(storeItself)
  const products = withStoreItself(ordered, store, isStoreShown)
  const attributes = has('own_questions') ? store.attributes : []
  const questions = await questionsAbout(
    database,
    { ...store, attributes },
    ordered.map(({ product_id }) => product_id),
  )
  const orderIds = mailing.requests.map(({ order_id }) => order_id)
  const promises = await openPromises(database, store.store_id, orderIds, new Date(clock()))
  const offer = promiseTo(promises, mailing.address, orderIds)
  context.back = webAddress(store.site_url) ?? products.map(({ url }) => webAddress(url)).find(Boolean)
  // What went back ended for another reason.
  const kept = asked.filter(({ isAsked, isRefunded }) => isAsked && !isRefunded)
  const isAllOver = !kept.some(product => open.includes(product))
  const over = kept.filter(product => !open.includes(product))
  const ends = new Map(
    over.map(product => [product.product_id, endOfReviews(product, store) as Date] as const),
  )
  const ended = isAllOver ? latest([...ends.values()]) : undefined
  const openIds = new Set([
    ...open.map(({ product_id }) => product_id),
    ...(open.length > 0 ? [storeItself] : []),
  ])
  const isTaken = (productId: string) => openIds.has(productId)
  const takesPictures = has('pictures')
  return { ...link, products, reviews, questions, offer, takesPictures, ended, ends, isTaken }
}

// One that its author withdrew would be written anew.
const isStanding = (review: Review | undefined) =>
  review !== undefined && (review.state !== 'removed' || review.moderation_reason !== null)

function latest(dates: Date[]): Date | undefined {
  return dates.toSorted((a, b) => b.getTime() - a.getTime())[0]
}

/** Whose the videos are that are uploaded with the link: its reminders have the same. */
export const ownerOf = ({ mailing }: ReviewLink) => mailing.firstMailingId ?? mailing.id

/** Adds the question about the store itself, if the store asks it or the buyer has answered it. */
function withStoreItself(products: OrderedProduct[], store: Store, isShown: boolean): OrderedProduct[] {
  const [first] = products
  if (!first || !isShown) return products
  const { order_id, order_date, deliveredAt } = first
  const asked = { product_id: storeItself, name: store.name, url: store.site_url ?? '', sku: '', price: 0 }
  return [
    ...products,
    { ...asked, order_id, order_date, deliveredAt, part: null, isRefunded: false, isAsked: true },
  ]
}

/** The cards of a new form, filled with the existing reviews. */
export function freshCards({
  products,
  reviews,
  questions,
}: Pick<ReviewLink, 'products' | 'reviews' | 'questions'>): Card[] {
  return products.map((product, index) => {
    const review = reviews.get(product.product_id)
    const isShown = review && review.state !== 'removed'
    const asked = product.product_id === storeItself ? [] : questions(product.product_id)
    return {
      index,
      product: {
        product_id: product.product_id,
        name: product.name,
        url: webAddress(product.url),
        picture: product.pictures?.map(webAddress).find(Boolean),
      },
      isOfStore: product.product_id === storeItself,
      questions: asked,
      values: isShown ? valuesOf(review, asked) : noValues,
      problems: {},
    }
  })
}
