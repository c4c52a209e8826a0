import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { aReview } from '../../test/factories.ts'
import { aStore } from '../../test/users.ts'
import { reportContent } from '../moderation/reports/reports.ts'
import { withdrawReview } from './moderate.ts'
import { insertReviews, readReview, reviewContent } from './reviews.ts'
import { type Vote, vote, withdrawVote } from './votes.ts'

let home: TestDatabase
let storeId: string
let reviewId: string
const at = new Date('2026-03-20T12:00:00Z')
const nextDay = new Date('2026-03-21T00:00:00Z')
const secrets: Secrets = { current: 'one', all: ['one'] }
const unknown = { errorName: 'review_unknown' }
beforeAll(async () => {
  home = await createTestDatabase()
  storeId = (await aStore(home.database)).storeId
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(home.database, storeId, [product], at)
})
afterAll(() => home.close())
beforeEach(async () => {
  const review = aReview()
  reviewId = review.id
  const by = { at, actor: 'author', action: 'create' } as const
  await home.database.transaction(tx => insertReviews(tx, storeId, [review], by))
})

const cast = (change: Partial<Vote> = {}): Vote => ({ reviewId, visitorId: 'ana', at, ...change })
const up = (change: Partial<Vote> = {}, by = secrets, store = storeId) =>
  home.database.transaction(tx => vote(tx, by, store, cast(change)))
const back = (change: Partial<Vote> = {}, by = secrets) =>
  home.database.transaction(tx => withdrawVote(tx, by, storeId, cast(change)))

/** The review's `votes`, which must equal the counted rows. */
async function votes(): Promise<number> {
  const [row] = await home.database.query<{ count: number }>(sql`
    select count(*)::integer as count
    from review_votes
    where store_id = ${storeId} and review_id = ${reviewId}`)
  const { votes: told } = await readReview(home.database, storeId, reviewId)
  expect(told).toBe(row?.count)
  return told
}

describe('a vote', () => {
  test('counts once for a visitor and a day, and for each visitor', async () => {
    await up()
    await up()
    expect(await votes()).toBe(1)
    await up({ visitorId: 'bia' })
    await up({ at: nextDay })
    expect(await votes()).toBe(3)
  })

  test('can be taken back, the latest first, and no more often than it was given', async () => {
    await up()
    await up({ at: nextDay })
    for (const left of [1, 0, 0]) {
      await back({ at: nextDay })
      expect(await votes()).toBe(left)
    }
    await up()
    await back({ visitorId: 'bia' })
    expect(await votes()).toBe(1)
  })

  test('is counted right when many give and take at once', async () => {
    const visitors = Array.from({ length: 12 }, (_, index) => ({ visitorId: `visitor-${index % 6}` }))
    await Promise.all(visitors.map(visitor => up(visitor)))
    expect(await votes()).toBe(6)
    await Promise.all(visitors.flatMap(visitor => [back(visitor), up({ ...visitor, at: nextDay })]))
    await votes()
  })

  test('is known when the secret was changed', async () => {
    await up()
    const renewed: Secrets = { current: 'two', all: ['two', 'one'] }
    await up({}, renewed)
    expect(await votes()).toBe(1)
    await back({}, renewed)
    expect(await votes()).toBe(0)
  })

  test('does not tell who gave it, nor that one visitor gave two', async () => {
    const other = aReview()
    const by = { at, actor: 'author', action: 'create' } as const
    await home.database.transaction(tx => insertReviews(tx, storeId, [other], by))
    await up()
    await up({ reviewId: other.id })
    const rows = await home.database.query<{ visitor: Buffer }>(sql`
      select visitor
      from review_votes
      where store_id = ${storeId} and review_id in (${reviewId}, ${other.id})`)
    expect(new Set(rows.map(({ visitor }) => visitor.toString('hex'))).size).toBe(2)
  })

  test('is for what is published in this store alone', async () => {
    const outsider = (await aStore(home.database)).storeId
    await expect(up({}, secrets, outsider)).rejects.toMatchObject(unknown)
    await home.database.transaction(tx => withdrawReview(tx, storeId, reviewId, at))
    await expect(up()).rejects.toMatchObject(unknown)
    await expect(back()).rejects.toMatchObject(unknown)
    await expect(up({ reviewId: 'abc' })).rejects.toMatchObject(unknown)
  })
})

describe('a report', () => {
  const report = (store = storeId) =>
    home.database.transaction(tx =>
      reportContent(tx, secrets, store, reviewContent, reviewId, { reason: 'spam', text: 'Look!', at }),
    )

  test('changes nothing of the review, however many there are, and no more than a hundred are kept', async () => {
    const before = await readReview(home.database, storeId, reviewId)
    for (let sent = 0; sent < 101; sent++) await report()
    expect(await readReview(home.database, storeId, reviewId)).toEqual(before)
    const kept = await home.database.query(
      sql`select from review_reports where store_id = ${storeId} and review_id = ${reviewId}`,
    )
    expect(kept).toHaveLength(100)
  })

  test('is for what is published in this store alone', async () => {
    await expect(report((await aStore(home.database)).storeId)).rejects.toMatchObject(unknown)
    await home.database.transaction(tx => withdrawReview(tx, storeId, reviewId, at))
    await expect(report()).rejects.toMatchObject(unknown)
  })
})
