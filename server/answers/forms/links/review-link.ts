import { findMailing, type Mailing } from '../../../asking/mail/opened-links.ts'
import {
  type OrderedProduct,
  productsToReview,
  readProductsOfParts,
} from '../../../asking/orders/asked-products.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { LinkRequest } from '../../../foundation/http/input/paths.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import type { Review } from '../../reviews/reviews.ts'
import { reviewsOfMailing } from '../../reviews/writing.ts'
import { webAddress } from '../page.ts'
import { type Card, noValues, valuesOf } from '../review-cards.ts'
import { type MailLink, openLink } from './mail-link.ts'

/** What the link in a request or a reminder gives access to. */
export type ReviewLink = MailLink<Mailing> & {
  products: OrderedProduct[]
  /** Existing reviews by product. */
  reviews: Map<string, Review>
}

/** Resolves a link from a mail. Throws `link_unknown` or `link_expired`. */
export async function readReviewLink(
  database: Database,
  clock: Clock,
  request: LinkRequest,
): Promise<ReviewLink> {
  const link = await openLink(database, request, token => findMailing(database, 'form', token, clock()))
  const { mailing, store, context } = link
  // The person was erased, so nothing can be written in their name.
  if (!store.active || mailing.address === null) throw new ApiError('link_expired')
  const asked = await readProductsOfParts(database, store.store_id, mailing.requests)
  // Not of other parts of the same orders, which have a mail of their own.
  const reviews = await reviewsOfMailing(database, mailing, asked)
  // The author of a review can change and withdraw it, even if the product went back.
  const products = productsToReview(asked, store.form_products, id => reviews.has(id))
  context.back = webAddress(store.site_url) ?? products.map(({ url }) => webAddress(url)).find(Boolean)
  return { ...link, products, reviews }
}

/** The cards of a new form, filled with the existing reviews. */
export function freshCards({ products, reviews }: Pick<ReviewLink, 'products' | 'reviews'>): Card[] {
  return products.map((product, index) => {
    const review = reviews.get(product.product_id)
    const isShown = review && review.state !== 'removed'
    return {
      index,
      product: {
        product_id: product.product_id,
        name: product.name,
        url: webAddress(product.url),
        picture: product.pictures?.map(webAddress).find(Boolean),
      },
      values: isShown ? valuesOf(review) : noValues,
      problems: {},
    }
  })
}
