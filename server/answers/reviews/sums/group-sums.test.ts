import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeGroup, endGroup, groupProducts } from '../../../tenants/products/product-groups.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { untilOneWaits } from '../../../test/database/locks.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews, by, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { checkRatings } from '../../../upkeep/doctor/count-checks.ts'
import { changeReview, insertReviews } from '../reviews.ts'
import { moveGroupSums } from './group-sums.ts'
import { lockSummaries } from './summaries.ts'

let it: TestApp
let second: TestApp
let shop: Member
beforeAll(async () => {
  it = await startTestApp()
  second = await startTestApp({}, it.target)
})
afterAll(async () => {
  await second.close()
  await it.close()
})
beforeEach(async () => {
  shop = await aStore(it.database)
  await addProducts(it, shop, Object.fromEntries(ids.map(id => [id, `SKU-${id}`])))
})

const ids = ['A', 'B', 'C', 'D', 'E', 'F']

const group = async (productIds: string[], move = false): Promise<string> => {
  const grouping = { productIds, move }
  const { id } = await it.database.transaction(tx =>
    groupProducts(tx, shop.storeId, grouping, moveGroupSums, by),
  )
  return id
}

let reads = 0

/** A query that was not answered before. */
const uncached = () => ({ limit: String(10_000 - ++reads) })

/** The number of reviews and the average of each rated product of the store, as the whole list says. */
async function listed(): Promise<Record<string, string>> {
  const { body } = await readAs(it, shop, 'ratings.json', uncached())
  expect(body.count).toBe(body.result.length)
  const each = body.result.map((one: { product_id: string; total: number; average: number }) => [
    one.product_id,
    `${one.total} × ${one.average}`,
  ])
  return Object.fromEntries(each)
}

const expectDoctor = async (status: string) =>
  expect(await checkRatings(it.database, false)).toMatchObject({ status })

test('a store’s list has the sums of each group, whatever happens to its products and reviews', async () => {
  const [a, b, c] = [5, 2, 3].map((rating, at) => aReview({ product_id: ids[at] as string, rating }))
  await addReviews(it, shop, a as NonNullable<typeof a>, b as NonNullable<typeof b>)
  const id = await group(['A', 'B', 'D'])
  expect(await listed()).toEqual({ A: '2 × 3.5', B: '2 × 3.5', D: '2 × 3.5' })
  await addReviews(it, shop, c as NonNullable<typeof c>, aReview({ product_id: 'D', rating: 5 }))
  expect(await listed()).toEqual({ A: '3 × 4', B: '3 × 4', C: '1 × 3', D: '3 × 4' })
  await it.database.transaction(tx =>
    changeReview(tx, shop.storeId, b?.id ?? '', { ...by, action: 'reject' }, () => ({ state: 'rejected' })),
  )
  expect(await listed()).toEqual({ A: '2 × 5', B: '2 × 5', C: '1 × 3', D: '2 × 5' })
  const other = await group(['C', 'D'], true)
  expect(await listed()).toEqual({ A: '1 × 5', B: '1 × 5', C: '2 × 4', D: '2 × 4' })
  const grouping = { productIds: ['B', 'C', 'E'], move: true }
  await it.database.transaction(tx => changeGroup(tx, shop.storeId, other, grouping, moveGroupSums, by))
  expect(await listed()).toEqual({ A: '1 × 5', B: '1 × 3', C: '1 × 3', D: '1 × 5', E: '1 × 3' })
  await expectDoctor('ok')
  await it.database.transaction(tx => endGroup(tx, shop.storeId, other, moveGroupSums, by))
  expect(await listed()).toEqual({ A: '1 × 5', C: '1 × 3', D: '1 × 5' })
  // The first group lost all but one product.
  const left = await it.database.query(sql`select from group_summaries where store_id = ${shop.storeId}`)
  expect([left.length, id === other]).toEqual([0, false])
})

test('another store with the same products and group keeps its own sums', async () => {
  const mine = shop
  await addReviews(it, shop, aReview({ product_id: 'A', rating: 4 }))
  const id = await group(['A', 'B'])
  shop = await aStore(it.database)
  await addProducts(it, shop, { A: '', B: '' })
  await it.database.query(sql`update products set group_id = ${id} where store_id = ${shop.storeId}`)
  await addReviews(it, shop, aReview({ product_id: 'B', rating: 1 }))
  expect(await listed()).toEqual({ A: '1 × 1', B: '1 × 1' })
  await it.database.transaction(tx => endGroup(tx, shop.storeId, id, moveGroupSums, by))
  shop = mine
  expect(await listed()).toEqual({ A: '1 × 4', B: '1 × 4' })
})

/** Waits until `act` waits for a lock, and expects that it has not ended. */
async function untilWaiting(act: Promise<unknown>): Promise<void> {
  let hasEnded = false
  void act.finally(() => {
    hasEnded = true
  })
  await untilOneWaits(it.database, () => hasEnded)
  expect(hasEnded).toBe(false)
}

test('a change of groups waits for reviews in flight, and reviews for it', async () => {
  const grouping = { productIds: ['A', 'B'], move: false }
  const { storeId } = shop
  let grouped: Promise<unknown> | undefined
  await it.database.transaction(async tx => {
    await insertReviews(tx, storeId, [aReview({ product_id: 'A', rating: 5 })], by)
    grouped = second.database.transaction(other => groupProducts(other, storeId, grouping, moveGroupSums, by))
    await untilWaiting(grouped)
  })
  await grouped
  expect(await listed()).toEqual({ A: '1 × 5', B: '1 × 5' })
  let written: Promise<unknown> | undefined
  await it.database.transaction(async tx => {
    await groupProducts(tx, storeId, { productIds: ['B', 'C'], move: true }, moveGroupSums, by)
    written = addReviews(second, shop, aReview({ product_id: 'B', rating: 1 }))
    await untilWaiting(written)
  })
  await written
  expect(await listed()).toEqual({ A: '1 × 5', B: '1 × 1', C: '1 × 1' })
})

test('concurrent forms, imports and changes of groups neither deadlock nor lose a review', async () => {
  await group(['A', 'B', 'C'])
  await group(['D', 'E', 'F'])
  const orders = [ids, ids.toReversed(), ['D', 'A', 'F'], ['C', 'E']]
  // As the form of a mail does: one review after the other in a transaction.
  const form = (at: TestApp, products: string[]) =>
    at.database.transaction(async tx => {
      for (const product_id of await lockSummaries(tx, shop.storeId, products))
        await insertReviews(tx, shop.storeId, [aReview({ product_id })], by)
    })
  const file = (at: TestApp, products: string[]) =>
    addReviews(at, shop, ...products.map(product_id => aReview({ product_id })))
  const writers = orders.flatMap((products, index) => {
    const at = index % 2 === 0 ? it : second
    return [form, file].map(async write => {
      for (let round = 0; round < 12; round++) await write(at, products)
    })
  })
  const moves = async () => {
    for (let round = 0; round < 12; round++) {
      await group(['A', 'D'], true)
      await group(['B', 'C', 'E', 'F'], true)
    }
  }
  await Promise.all([...writers, moves()])
  const { body } = await readAs(it, shop, 'ratings.json', uncached())
  const counts = body.result.map(({ product_id, total }: { product_id: string; total: number }) => [
    product_id,
    total,
  ])
  // 24 reviews for each of the orders with the product: B is in two of them, the others in three.
  expect(Object.fromEntries(counts)).toEqual({ A: 144, D: 144, B: 264, C: 264, E: 264, F: 264 })
  await expectDoctor('ok')
})

test('the doctor reports the products of a group with wrong or lost sums, and rebuilds them', async () => {
  await addReviews(it, shop, aReview({ product_id: 'A', rating: 5 }), aReview({ product_id: 'D', rating: 4 }))
  await group(['A', 'B'])
  await group(['D', 'E'])
  const right = await listed()
  const { storeId } = shop
  await it.database.query(
    sql`update group_summaries set five = five + 1 where store_id = ${storeId} and five = 1`,
  )
  await it.database.query(sql`delete from group_summaries where store_id = ${storeId} and four = 1`)
  const found = await checkRatings(it.database, false)
  expect(found.detail).toContain('product A, product B, product D, product E')
  expect(await checkRatings(it.database, true)).toMatchObject({ status: 'ok' })
  expect(await listed()).toEqual(right)
  await expectDoctor('ok')
})
