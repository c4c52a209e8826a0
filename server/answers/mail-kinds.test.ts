import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeenProducts } from '../tenants/products/products.ts'
import { createTestDatabase, type TestDatabase } from '../test/database/database.ts'
import { aReview } from '../test/factories.ts'
import { aStore } from '../test/users.ts'
import { noticeKinds } from './mail-kinds.ts'
import { insertReviews, type Review } from './reviews/reviews.ts'

let home: TestDatabase
let storeId: string
const at = new Date('2026-03-20T12:00:00Z')
beforeAll(async () => {
  home = await createTestDatabase()
  storeId = (await aStore(home.database)).storeId
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(home.database, storeId, [product], at)
})
afterAll(() => home.close())

const notRefused = 'not_rejected'
const notPublished = 'not_published'

test.each([
  ['review_rejected', { state: 'rejected' }, undefined],
  // Its author withdrew it, or the store took it down, after it was refused: the notice is still true.
  ['review_rejected', { state: 'removed' }, undefined],
  ['review_rejected', { state: 'published' }, notRefused],
  ['review_rejected', { state: 'pending' }, notRefused],
  ['review_published', { state: 'published' }, undefined],
  ['review_published', { state: 'removed' }, notPublished],
  ['review_published', { state: 'rejected' }, notPublished],
  ['review_replied', { state: 'published', reply: 'Thank you', reply_created_at: at }, undefined],
  ['review_replied', { state: 'published' }, 'reply_deleted'],
  ['review_replied', { state: 'removed', reply: 'Thank you', reply_created_at: at }, notPublished],
] as [
  kind: 'review_rejected',
  change: Partial<Review>,
  why: string | undefined,
][])('%s of a review that is now %j: %s', async (kind, change, why) => {
  const published_at = change.state === 'published' ? at : null
  const review = aReview({ published_at, ...change })
  const by = { at, actor: 'author', action: 'create' } as const
  await home.database.transaction(tx => insertReviews(tx, storeId, [review], by))
  expect(await noticeKinds[kind].outdated?.(home.database, storeId, review.id)).toBe(why)
})
