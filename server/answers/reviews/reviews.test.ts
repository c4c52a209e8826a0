import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import type { ApiError } from '../../foundation/errors/errors.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { readProductChange } from '../../tenants/products/changes.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { startTestApp } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { changeReview, insertReviews, type Review, readReview } from './reviews.ts'

const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'command', action: 'change' } as const
const it = openForTests(startTestApp)

async function aStoreWithProducts(...ids: string[]): Promise<string> {
  const { storeId } = await aStore(it.database)
  const products = ids.map(product_id => ({ product_id, sku: `S-${product_id}`, name: 'Moka pot', url: '' }))
  await addSeenProducts(it.database, storeId, products, by.at)
  return storeId
}

async function summariesAndRecount(storeId: string) {
  const summaries = await it.database.query(sql`
    select product_id, one, two, three, four, five, recommended, not_recommended
    from rating_summaries
    where store_id = ${storeId} and one + two + three + four + five > 0
    order by product_id`)
  const recount = await it.database.query(sql`
    select product_id,
      count(*) filter (where rating = 1)::integer as one, count(*) filter (where rating = 2)::integer as two,
      count(*) filter (where rating = 3)::integer as three, count(*) filter (where rating = 4)::integer as four,
      count(*) filter (where rating = 5)::integer as five,
      count(*) filter (where recommended)::integer as recommended,
      count(*) filter (where not recommended)::integer as not_recommended
    from reviews
    where store_id = ${storeId} and state = 'published'
    group by product_id
    order by product_id`)
  return { summaries, recount }
}

describe('the summary of a product', () => {
  test('equals a recount after any changes', async () => {
    const storeId = await aStoreWithProducts('P-1', 'P-2')
    const ids: string[] = []
    const state = fc.constantFrom('pending', 'published', 'rejected', 'removed')
    const values = fc.record({
      rating: fc.integer({ min: 1, max: 5 }),
      recommended: fc.constantFrom(true, false, null),
      state,
      product_id: fc.constantFrom('P-1', 'P-2'),
    }) as fc.Arbitrary<Partial<Review>>
    await fc.assert(
      fc.asyncProperty(fc.array(values, { maxLength: 4 }), values, fc.nat(), async (added, change, which) => {
        const reviews = added.map(one => aReview(one))
        await it.database.transaction(tx => insertReviews(tx, storeId, reviews, by))
        ids.push(...reviews.map(({ id }) => id))
        const id = ids[which % ids.length]
        if (id) await it.database.transaction(tx => changeReview(tx, storeId, id, by, () => change))
        const { summaries, recount } = await summariesAndRecount(storeId)
        expect(summaries).toEqual(recount)
      }),
      { numRuns: 40 },
    )
  })

  test('is right when many change it at once', async () => {
    const storeId = await aStoreWithProducts('P-1', 'P-2')
    const pairs = Array.from({ length: 16 }, (_, index) =>
      [aReview({ product_id: 'P-1' }), aReview({ product_id: 'P-2' })].sort(() => (index % 2 ? 1 : -1)),
    )
    await Promise.all(pairs.map(pair => it.database.transaction(tx => insertReviews(tx, storeId, pair, by))))
    const { summaries, recount } = await summariesAndRecount(storeId)
    expect(summaries).toEqual(recount)
    expect(summaries).toMatchObject([{ five: 16 }, { five: 16 }])
  })
})

test('a review comes back as it was written', async () => {
  const storeId = await aStoreWithProducts('P-1')
  const review = aReview({ product_id: 'P-1', pictures: ['https://shop.example/1.jpg'], title: 'Ça "va" 😀' })
  await it.database.transaction(tx => insertReviews(tx, storeId, [review], by))
  expect(await readReview(it.database, storeId, review.id)).toEqual({
    ...review,
    ...{ origin: null, origin_name: null, external_id: null, pinned_at: null, attributes: null },
    ...{ incentivized: null, insider: null, imported: false, notify_author: null },
  })
})

test('every instance is told, and the audit log names the fields and nothing of their content', async () => {
  const storeId = await aStoreWithProducts('P 1')
  const told: unknown[] = []
  it.session.onNotify(payload => {
    const change = readProductChange(payload)
    if (change?.storeId === storeId) told.push(change)
  })
  const review = aReview({ product_id: 'P 1' })
  await it.database.transaction(tx => insertReviews(tx, storeId, [review], by))
  await it.database.transaction(tx =>
    changeReview(tx, storeId, review.id, by, () => ({ body: 'secret words', title: review.title })),
  )
  await expect.poll(() => told).toEqual(Array(2).fill({ storeId, productId: 'P 1' }))
  const log = await it.database.query(
    sql`select * from audit_log where store_id = ${storeId} and record_id = ${review.id} order by id`,
  )
  expect(log).toMatchObject([{ fields: [] }, { actor: 'command', action: 'change', fields: ['body'] }])
  expect(JSON.stringify(log)).not.toContain('secret')
})

test('another store knows nothing of it', async () => {
  const [storeId, other] = [await aStoreWithProducts('P-1'), await aStoreWithProducts('P-1')]
  const review = aReview({ product_id: 'P-1' })
  await it.database.transaction(tx => insertReviews(tx, storeId, [review], by))
  for (const id of [review.id, uuid(), 'abc']) {
    const reading = readReview(it.database, other, id)
    await expect(reading).rejects.toMatchObject({ errorName: 'review_unknown' } satisfies Partial<ApiError>)
  }
})
