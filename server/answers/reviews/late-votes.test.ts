import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { untilOneWaits } from '../../test/database/locks.ts'
import { aReview } from '../../test/factories.ts'
import { aStore } from '../../test/users.ts'
import { withdrawReview } from './moderate.ts'
import { insertReviews, readReview } from './reviews.ts'
import { vote, withdrawVote } from './votes.ts'

let home: TestDatabase
let storeId: string
const at = new Date('2026-03-20T12:00:00Z')
const secrets: Secrets = { current: 'one', all: ['one'] }
beforeAll(async () => {
  home = await createTestDatabase()
  storeId = (await aStore(home.database)).storeId
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(home.database, storeId, [product], at)
})
afterAll(() => home.close())

const acts = { vote, withdrawVote }

test.each([
  'vote',
  'withdrawVote',
] as const)('%s waits for a concurrent withdrawal, and does not change the withdrawn review', async name => {
  const { database } = home
  const review = aReview()
  const by = { at, actor: 'author', action: 'create' } as const
  await database.transaction(tx => insertReviews(tx, storeId, [review], by))
  const cast = { reviewId: review.id, visitorId: 'ana', at }
  if (name === 'withdrawVote') await database.transaction(tx => vote(tx, secrets, storeId, cast))
  const before = (await readReview(database, storeId, review.id)).votes
  let outcome: unknown
  let acting: Promise<void> | undefined
  await database.transaction(async tx => {
    await withdrawReview(tx, storeId, review.id, at)
    acting = database
      .transaction(other => acts[name](other, secrets, storeId, cast))
      .catch(error => {
        outcome = error
      })
    await untilOneWaits(database, () => outcome !== undefined)
  })
  await acting
  expect(outcome).toMatchObject({ errorName: 'review_unknown' })
  expect((await readReview(database, storeId, review.id)).votes).toBe(before)
})
