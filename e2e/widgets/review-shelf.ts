import { insertReviews, type Review } from '../../server/answers/reviews/reviews.ts'
import { addSeenProducts } from '../../server/tenants/products/products.ts'
import { aReview } from '../../server/test/factories.ts'
import type { Stage } from './stage.ts'

const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'command', action: 'change' } as const

/** Adds reviews of one product to the stage's store, newest first. */
export async function shelve(
  stage: Pick<Stage, 'service' | 'store'>,
  productId: string,
  changes: Partial<Review>[],
  sku = `SKU-${productId}`,
): Promise<Review[]> {
  const { database } = stage.service
  const product = { product_id: productId, sku, name: 'Moka pot', url: '' }
  await addSeenProducts(database, stage.store.storeId, [product], by.at)
  const reviews = changes.map((change, index) =>
    aReview({
      product_id: productId,
      created_at: new Date(Date.UTC(2026, 2, 10) - index * 86_400_000),
      ...change,
    }),
  )
  await database.transaction(tx => insertReviews(tx, stage.store.storeId, reviews, by))
  return reviews
}

/** Numbered reviews, starting at 1, with each star value equally often. */
export function numbered(count: number): Partial<Review>[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Number ${index + 1}`,
    rating: 1 + (index % 5),
    votes: index % 4,
    recommended: [true, false, null][index % 3] as boolean | null,
    verified_purchase: index % 2 === 0,
    body: index % 2 === 0 ? 'Heats fast and does not leak.' : 'Bonita e rápida, um café ótimo.',
  }))
}
