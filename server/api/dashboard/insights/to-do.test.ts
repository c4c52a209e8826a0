import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews } from '../../../test/reading.ts'
import { aStore } from '../../../test/users.ts'

let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())

test('pending reviews are counted up to 1,000', async () => {
  const store = await aStore(it.database)
  await addProducts(it, store, { 'product-1': 'SKU' })
  const viewer = await aMember(it, store.storeId, 'viewer')
  const withMore = async (count: number) => {
    await addReviews(it, store, ...Array.from({ length: count }, () => aReview({ state: 'pending' })))
    return (await viewer.send('GET', `/stores/${store.storeId}/waiting`)).body.reviews
  }
  expect(await withMore(1_000)).toMatchObject({ count: 1_000, more: false })
  expect(await withMore(1)).toMatchObject({ count: 1_000, more: true })
})
