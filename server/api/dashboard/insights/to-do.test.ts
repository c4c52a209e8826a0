import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { aMailing } from '../../../test/mail/mailings.ts'
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

test('failed mails of the last seven days are counted', async () => {
  const store = await aStore(it.database)
  const viewer = await aMember(it, store.storeId, 'viewer')
  const now = Date.parse('2026-03-20T12:00:00Z')
  it.setNow(now)
  const add = (state: 'failed' | 'sent', days: number) =>
    aMailing(it.database, store.storeId, { state, at: new Date(now - days * 86_400_000) })
  await add('failed', 6)
  await add('failed', 8)
  await add('sent', 1)
  const { body } = await viewer.send('GET', `/stores/${store.storeId}/waiting`)
  expect(body.failed_mails).toEqual({ count: 1, more: false })
})

test('a reported review counts while it is published', async () => {
  const store = await aStore(it.database)
  await addProducts(it, store, { 'product-1': 'SKU' })
  const viewer = await aMember(it, store.storeId, 'viewer')
  const review = aReview({})
  await addReviews(it, store, review)
  const keyed = `store_id=${store.storeId}&store_key=${store.storeKey}`
  const headers = { 'content-type': 'application/json' }
  const path = `/api/v1/reviews/${review.id}/reports?${keyed}`
  expect((await it.send('POST', path, { headers, body: { reason: 'spam' } })).status).toBe(204)
  const reported = async () => (await viewer.send('GET', `/stores/${store.storeId}/waiting`)).body.reported
  expect(await reported()).toEqual({ count: 1, more: false })
  // Its author edits it, and a check flags it.
  await it.database.query(sql`update reviews set state = 'pending' where id = ${review.id}`)
  expect(await reported()).toEqual({ count: 0, more: false })
})
