import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupProducts } from '../tenants/products/product-groups.ts'
import { type AdminClient, aMember } from '../test/admin.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { aQuestion, aReview } from '../test/factories.ts'
import { rowsRead, statementsOf } from '../test/plans.ts'
import { addProducts, addQuestions, addReviews, by, readAs } from '../test/reading.ts'
import { aStore, type Member } from '../test/users.ts'
import { pinReview } from './reviews/pins.ts'
import { moveGroupSums } from './reviews/sums/group-sums.ts'

// A product with 2,400 reviews, of which every second has pictures and every third has votes. Two that share 1,500 reviews,
// one of them pinned, and 601 questions. 300 others with a review each, of which 100 are a group.
let service: TestApp
let store: Member
let person: AdminClient
beforeAll(async () => {
  service = await startTestApp()
  store = await aStore(service.database)
  person = await aMember(service, store.storeId, 'owner')
  const { database } = service
  const others = Array.from({ length: 300 }, (_, index) => `other-${index}`)
  const skus = Object.fromEntries(['moka', 'pinned', 'near', ...others].map(id => [id, id.toUpperCase()]))
  await addProducts(service, store, skus)
  for (const productIds of [others.slice(0, 100), ['pinned', 'near']]) {
    const grouping = { productIds, move: false }
    await database.transaction(tx => groupProducts(tx, store.storeId, grouping, moveGroupSums, by))
  }
  const many = (product_id: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      aReview({
        product_id,
        rating: 1 + (index % 5),
        pictures: index % 10 < 5 ? ['https://shop.example/1.jpg'] : [],
        votes: index % 3 === 0 ? 1 + (index % 7) : 0,
      }),
    )
  const [pinned = aReview(), ...rest] = many('pinned', 500)
  await addReviews(
    service,
    store,
    ...[pinned, ...rest, ...many('near', 1_000), ...many('moka', 2_400)],
    ...others.map(product_id => aReview({ product_id })),
  )
  const questions = Array.from({ length: 600 }, () => aQuestion({ product_id: 'near' }))
  const created_at = new Date('2025-01-01')
  const first = aQuestion({ product_id: 'pinned', body: 'How long is the spout?', created_at })
  await addQuestions(service, store, first, ...questions)
  await database.transaction(tx => pinReview(tx, store.storeId, pinned.id, by))
  await database.query(sql`analyze`)
})
afterAll(() => service.close())

const isCounted = /\b(reviews|questions|products|rating_summaries)\b/

/**
 * The rows that the statements of one request read of reviews, questions, products and their sums; at least one. A text that
 * is sent several times counts once.
 */
async function rowsOf(request: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(request)
  let read = 0
  for (const statement of statements)
    if (/^\s*(with|select)\b/i.test(statement.text) && isCounted.test(statement.text))
      read += await rowsRead(service.database, statement)
  expect(read).toBeGreaterThan(0)
  return read
}

const orders = ['most_recent', 'oldest', 'most_positive', 'most_negative', 'most_voted', 'with_pictures']
const moka = { product_id: 'moka' }

// A product has ten ranges by stars and pictures: a page that shows 10 and skips 20 reads 30 rows of each. The count of a
// store reads the sums of its 303 products.
test.each<[string, Record<string, string | string[]>, number]>([
  ...(orders.flatMap(orderBy =>
    [{}, { rating: ['1', '4'] }].flatMap(stars => [
      ['reviews.json', { ...moka, ...stars, orderBy }, 350] as [string, object, number],
      ['reviews.json', { ...stars, orderBy }, 550] as [string, object, number],
    ]),
  ) as [string, Record<string, string | string[]>, number][]),
  ['reviews.json', { product_id: 'pinned' }, 350],
  // The count of a store's pictured reviews stops at 1,000 of 1,950.
  ['reviews.json', { pictured: 'true' }, 1_100],
  ['ratings.json', {}, 450],
  ['questions.json', { product_id: 'near' }, 100],
  ['questions.json', {}, 100],
])('%s of %j reads few of many rows', async (what, scope, most) => {
  for (const offset of ['0', '20']) {
    const read = await rowsOf(async () => {
      const { status, body } = await readAs(service, store, what, { ...scope, limit: '10', offset })
      expect(status).toBe(200)
      expect(body.result).toHaveLength(10)
    })
    expect.soft(read, `at ${offset}`).toBeLessThan(most)
  }
})

test('the page of the pictured reviews of a product reads 30 of each number of stars', async () => {
  const asked = { ...moka, pictured: 'true', limit: '10', offset: '20' }
  const statements = await statementsOf(async () => {
    const { body } = await readAs(service, store, 'reviews.json', asked)
    expect([body.result.length, body.count]).toEqual([10, 1_000])
  })
  const page = statements.find(({ text }) => text.includes('select pictured.*'))
  expect(await rowsRead(service.database, page as NonNullable<typeof page>)).toBeLessThan(200)
})

test('topics are those of the newest 1,000 reviews', async () => {
  // Of two products that share their reviews, and of one. Each is read twice.
  for (const [product_id, most] of [
    ['pinned', 3_500],
    ['moka', 2_500],
  ] as const) {
    const read = await rowsOf(async () => {
      const { body } = await readAs(service, store, 'topics.json', { product_id })
      expect(body.result).toContainEqual({ topic: expect.any(String), count: 1_000 })
      for (const { count } of body.result) expect(count).toBeLessThanOrEqual(1_000)
    })
    expect.soft(read, product_id).toBeLessThan(most)
  }
})

test('similar questions are looked for among the newest 500', async () => {
  const { storeId: store_id, storeKey: store_key } = store
  const similar = async (product_id: string, text: string) => {
    const query = { store_id, store_key, product_id, locale: 'en', text }
    return await (await fetch(`${service.url}/embed/question/similar?${new URLSearchParams(query)}`)).text()
  }
  const read = await rowsOf(async () => {
    const page = await similar('near', 'Does induction work?')
    expect(page.match(/Does it work on induction/g)).toHaveLength(3)
  })
  expect(read).toBeLessThan(560)
  expect(await similar('near', 'How long is the spout?')).not.toContain('How long is the spout?')
})

test('ratings with answers are 100 at a time', async () => {
  const asked = { expand: 'attributes', limit: '150' }
  const { status, body } = await readAs(service, store, 'ratings.json', asked)
  expect([status, body.result.length]).toEqual([200, 100])
})

test('the dashboard counts up to 1,000 reviews of a state, and no more', async () => {
  const read = await rowsOf(async () => {
    const { body } = await person.send('GET', `/stores/${store.storeId}/reviews/counts`)
    expect(body.counts).toMatchObject({
      published: { count: 1_000, more: true },
      pending: { count: 0, more: false },
      all: { count: 1_000, more: true },
    })
  })
  expect(read).toBeLessThan(1_200)
})

test('a search in the dashboard scans 3,000 reviews, and finds the others by an index', async () => {
  const statements = await statementsOf(async () => {
    const { body } = await person.send('GET', `/stores/${store.storeId}/reviews?text=spout&state=published`)
    expect(body.result).toEqual([])
  })
  const scan = statements.find(({ text }) => text.includes('as newest where'))
  expect(await rowsRead(service.database, scan as NonNullable<typeof scan>)).toBeLessThanOrEqual(3_000)
})
