import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'

let service: TestApp
let shop: Member
beforeAll(async () => {
  service = await startTestApp()
  shop = await aStore(service.database)
  await addProducts(service, shop, { moka: 'MOKA' })
  await addReviews(service, shop, aReview({ product_id: 'moka', body: 'Heats fast.' }))
})
afterAll(() => service.close())

test('a store runs one search and queues eight; further ones are refused, and other reads are not', async () => {
  const other = await aStore(service.database)
  const unlock = await lockReviews()
  const done: Answer[] = []
  const search = async (member: Member, number: number) => {
    done.push(await readAs(service, member, 'reviews.json', { terms: `heats${number}` }))
  }
  const searches = Array.from({ length: 20 }, (_, number) => search(shop, number))
  await expect.poll(() => done.length).toBe(11)
  for (const answer of done) {
    expectError(answer, 503, 805030)
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  searches.push(search(other, 0))
  expect((await readAs(service, shop, 'ratings.json', { product_id: 'moka' })).body.count).toBe(1)
  await unlock()
  await Promise.all(searches)
  expect(done.filter(({ status }) => status === 200)).toHaveLength(10)
  expect((await readAs(service, shop, 'reviews.json', { terms: 'heats' })).body.count).toBe(1)
})

/** Locks the table of reviews. Resolves with a function that unlocks it. */
async function lockReviews(): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holding = service.database.transaction(async tx => {
    await tx.query(sql`lock table reviews in access exclusive mode`)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  return async () => {
    free.resolve()
    await holding
  }
}
