import { type PublishedReview, readPublished } from '../../answers/reviews/published.ts'
import { showReview } from '../../answers/reviews/storefront/shown.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { isGtin } from '../../foundation/lib/gtin.ts'
import { shortName } from '../../foundation/lib/text/short-name.ts'
import { isOnlyMask } from '../../foundation/personal-data/contacts/mask-contacts.ts'
import { addressOfProduct, webAddress } from '../../tenants/products/addresses.ts'
import { readProducts, type StoredProduct } from '../../tenants/products/catalogue.ts'
import { sharingRows } from '../../tenants/products/sharing.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { writable } from './writable.ts'

/** A review as feeds contain it: masked, and without characters that XML forbids. */
export type FeedReview = {
  id: string
  product: {
    id: string
    name: string
    url: string
    /** Also those of the products that share its reviews. */
    skus: string[]
    gtins: string[]
    mpns: string[]
    pictures: string[]
  }
  /** Such as "Maria S."; '' if the author gave no name. */
  reviewer: string
  created_at: Date
  title: string
  /** Never empty. */
  body: string
  language: string
  pictures: string[]
  rating: number
  /** Whether it is about an order of ours. */
  isVerified: boolean
  isFromOrder: boolean
  isIncentivized: boolean
}

/** What is left out of a feed: products without an address, and the reviews without a word. */
export type LeftOut = { products: Set<string>; withoutText: number }

/** A range of reviews by id: after one, and up to another. Null: from the first, to the last. */
export type Range = { after: string | null; until: string | null }

const batchSize = 250

/**
 * The reviews of a range, in batches by id. Each batch is a query of its own: a slow reader keeps no snapshot open. A
 * review that changes meanwhile is read before or after its change, and never twice.
 */
export async function* feedReviews(
  db: Connection,
  store: Store,
  { after, until }: Range,
  publicUrl: string,
  leftOut: LeftOut,
): AsyncGenerator<FeedReview[]> {
  for (let last = after; ; ) {
    const batch = await readPublished(db, store.store_id, { after: last, until, limit: batchSize })
    const end = batch.at(-1)
    if (!end) return
    const ids = [...new Set(batch.map(({ product_id }) => product_id))]
    const sharing = await db.query<{ product_id: string }>(sharingRows(store.store_id, ids))
    const products = await readProducts(
      db,
      store.store_id,
      sharing.map(({ product_id }) => product_id),
    )
    const byId = new Map(products.map(product => [product.product_id, product]))
    const groups = Map.groupBy(products, ({ group_id, product_id }) => group_id ?? `of ${product_id}`)
    yield batch.flatMap(review => {
      const product = byId.get(review.product_id)
      const all = product ? (groups.get(product.group_id ?? '') ?? [product]) : []
      return product ? toFeedReview(review, [product, ...all], store, publicUrl, leftOut) : []
    })
    last = end.id
  }
}

function toFeedReview(
  review: PublishedReview,
  [product, ...all]: [StoredProduct, ...StoredProduct[]],
  store: Store,
  publicUrl: string,
  leftOut: LeftOut,
): FeedReview[] {
  const url = addressOfProduct(store, product)
  if (url === undefined) {
    leftOut.products.add(product.product_id)
    return []
  }
  const shown = showReview(review, store, publicUrl)
  const [title, text] = [wordsOf(shown.title), wordsOf(shown.body)]
  const body = text || title
  if (body === '') {
    leftOut.withoutText++
    return []
  }
  const isFromOrder = review.order_id !== null
  return [
    {
      ...{ id: review.id, created_at: review.created_at, rating: review.rating, body, isFromOrder },
      product: describe(product, all, url),
      reviewer: nameOf(shown.display_name, review.language),
      title: text === '' ? '' : title,
      language: review.language,
      pictures: shown.pictures.filter(isAddress),
      // An import may call a purchase verified that nobody here has seen.
      isVerified: isFromOrder && review.verified_purchase,
      isIncentivized: review.incentivized === true,
    },
  ]
}

function isAddress(url: string): boolean {
  return webAddress(url) !== undefined
}

const mostIds = 100 // of a kind

function describe({ product_id, name, pictures }: StoredProduct, all: StoredProduct[], url: string) {
  const each = (of: (product: StoredProduct) => string) =>
    [...new Set(all.map(of).filter(id => id !== ''))].slice(0, mostIds)
  return {
    ...{ id: writable(product_id), url, pictures: pictures.flatMap(one => webAddress(one) ?? []) },
    name: writable(name),
    skus: each(({ sku }) => writable(sku)),
    gtins: each(({ gtin }) => (isGtin(gtin ?? '') ? (gtin ?? '') : '')),
    mpns: each(({ mpn }) => writable(mpn ?? '')),
  }
}

const wordsOf = (text: string) => (isOnlyMask(text) ? '' : writable(text))

// What is left of a masked address is no name.
function nameOf(displayName: string, language: string): string {
  return /[\p{L}\p{N}]/u.test(displayName) ? shortName(writable(displayName), language) : ''
}
