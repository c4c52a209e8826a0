import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aQuestion, aReview } from '../../../test/factories.ts'
import { addProducts, addQuestions, addReviews, readAs } from '../../../test/reading.ts'
import { anOwnerAndOutsider, type Member } from '../../../test/users.ts'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  const cast = await anOwnerAndOutsider(service.database)
  owner = cast.owner
  outsider = cast.outsider
  for (const [store, body] of [
    [owner, 'Our kettle whistles'],
    [outsider, 'Their kettle whistles'],
  ] as const) {
    await addProducts(service, store, { 'same-1': 'SAME' })
    await addReviews(service, store, aReview({ product_id: 'same-1', title: '', body }))
    await addQuestions(service, store, aQuestion({ product_id: 'same-1', body }))
  }
})
afterAll(() => service.close())

// The store key is public, so everybody can see what a search finds.
test.each([
  ['reviews.json', {}],
  ['reviews.json', { product_id: 'same-1' }],
  ['reviews.json', { product_sku: 'SAME' }],
  ['questions.json', { product_id: 'same-1' }],
])('a search of %s with %j finds nothing of another store with the same product', async (what, product) => {
  const found = async (store: Member) => {
    const { body } = await readAs(service, store, what, { ...product, terms: 'kettle' })
    return [body.count, body.result.map((one: { body: string }) => one.body)]
  }
  expect(await found(owner)).toEqual([1, ['Our kettle whistles']])
  expect(await found(outsider)).toEqual([1, ['Their kettle whistles']])
})
