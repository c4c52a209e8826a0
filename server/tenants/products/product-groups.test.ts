import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeReview, insertReviews, type Review } from '../../answers/reviews/reviews.ts'
import { aMember } from '../../test/admin.ts'
import { expectError, expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aQuestion, aReview, times } from '../../test/factories.ts'
import { hearAll } from '../../test/hearing.ts'
import { addProducts, addQuestions, addReviews, by, readAs } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { checkRatings } from '../../upkeep/doctor/count-checks.ts'

type Client = Awaited<ReturnType<typeof aMember>>

let it: TestApp
let second: TestApp
let shop: Member
let owner: Client
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  second = await startTestApp({}, it.target)
  shop = await aStore(it.database)
  owner = await aMember(it, shop.storeId, 'owner')
})
afterAll(async () => {
  await second.close()
  await it.close()
})

let made = 0

/** Creates `count` new products, with ids that sort by creation. */
async function products(count: number, sku?: string): Promise<string[]> {
  const ids = times(count, () => `P${String(++made).padStart(4, '0')}`)
  await addProducts(it, shop, Object.fromEntries(ids.map(id => [id, sku ?? `SKU-${id}`])))
  for (const id of ids) {
    await it.database.query(sql`update products set name = ${`Shirt ${id}`} where product_id = ${id}`)
  }
  return ids
}

const read = (what: string, parameters: Record<string, string | string[]> = {}, from = it) =>
  readAs(from, shop, what, parameters)

const group = (product_ids: string[], move?: boolean, who = owner) =>
  who.send('POST', `/stores/${shop.storeId}/product-groups`, { product_ids, ...(move && { move }) })
const regroup = (id: string, product_ids: string[], move?: boolean) =>
  owner.send('PUT', `/stores/${shop.storeId}/product-groups/${id}`, { product_ids, ...(move && { move }) })
const ungroup = (id: string) => owner.send('DELETE', `/stores/${shop.storeId}/product-groups/${id}`)

async function grouped(product_ids: string[]): Promise<string> {
  const { status, body } = await group(product_ids)
  expect(status).toBe(201)
  await hearAll(it)
  return body.id
}

const groupOf = async (product_id: string) =>
  (await owner.send('GET', `/stores/${shop.storeId}/products/detail?product_id=${product_id}`)).body.group

describe('products of a group', () => {
  test('display the figures, lists, questions, page and structured data of all, and their own afterwards', async () => {
    const [red = '', blue = '', plain = ''] = await products(3)
    await addReviews(
      it,
      shop,
      aReview({ product_id: red, rating: 5, recommended: true, body: 'Soft cotton' }),
      aReview({ product_id: blue, rating: 2, recommended: false, body: 'Shrinks, cotton or not' }),
      aReview({ product_id: blue, rating: 4, recommended: null, pictures: ['https://shop.example/1.jpg'] }),
    )
    await addQuestions(it, shop, aQuestion({ product_id: red }), aQuestion({ product_id: blue }))
    const reads = [
      ['ratings.json', { product_id: [red, blue, plain], expand: 'metrics' }],
      ['ratings.json', { product_sku: [`SKU-${blue}`, `SKU-${plain}`] }],
      ['ratings.json', {}],
      ['reviews.json', { product_id: plain }],
      ['reviews.json', { product_id: red, rating: ['2', '4'] }],
      ['reviews.json', { sku: `SKU-${red}`, terms: 'cotton' }],
      ['questions.json', { product_id: blue }],
      ['questions.json', { product_id: plain, terms: 'induction' }],
      ['reviews.html', { product_id: red, lang: 'en' }],
      ['structured-data.json', { product_id: plain }],
    ] as [string, Record<string, string | string[]>][]
    const all = () => Promise.all(reads.map(async ([what, query]) => (await read(what, query)).body))
    const before = await all()

    const id = await grouped([red, blue, plain])
    const shared = { average: 3.67, total: 3, recommended: 1, not_recommended: 1, recommended_percentage: 50 }
    const rate = { one: 0, two: 1, three: 0, four: 1, five: 1 }
    const [ratings, bySku, ofStore, list, twoStars, found, questions, foundQuestions, page, data] =
      await all()
    expect(ratings.result).toEqual(
      [red, blue, plain].map(product_id => ({ sku: `SKU-${product_id}`, product_id, ...shared, rate })),
    )
    expect(bySku).toMatchObject({ count: 2, result: [{ product_id: blue, total: 3 }, { total: 3 }] })
    const mine = ofStore.result.filter((one: { total: number }) => one.total === 3)
    expect(mine).toHaveLength(3)
    expect(ofStore.count).toBe(ofStore.result.length)
    expect(list).toMatchObject({ count: 3, result: [{ rating: 4 }, { rating: 2 }, { rating: 5 }] })
    // The public shape is unchanged: only the HTML names the variant of a review.
    expect(Object.keys(list.result[0])).not.toContain('product_id')
    expect(twoStars).toMatchObject({ count: 2, result: [{ rating: 4 }, { rating: 2 }] })
    expect(found).toMatchObject({ count: 2, result: [{ rating: 2 }, { rating: 5 }] })
    expect([questions.count, foundQuestions.count]).toEqual([2, 2])
    expect(page.match(/Variant: Shirt P\d+/g)).toEqual(Array(2).fill(`Variant: Shirt ${blue}`))
    expect(data).toMatchObject({
      name: `Shirt ${plain}`,
      aggregateRating: { ratingValue: 3.67, reviewCount: 3 },
    })
    expect(data.review).toHaveLength(3)

    expect((await ungroup(id)).status).toBe(204)
    await expect.poll(all).toEqual(before)
  })

  test('with one SKU count once in structured data', async () => {
    const ids = await products(3, 'SAME')
    await addReviews(it, shop, ...ids.map(product_id => aReview({ product_id })))
    await grouped(ids.slice(0, 2))
    const data = async () => (await read('structured-data.json', { product_sku: 'SAME' })).body
    await expect.poll(async () => (await data()).aggregateRating.reviewCount).toBe(3)
    expect((await read('reviews.json', { product_sku: 'SAME' })).body.count).toBe(3)
  })

  test('keep their votes and reports, which belong to their review', async () => {
    const [red = '', blue = ''] = await products(2)
    const review = aReview({ product_id: blue })
    await addReviews(it, shop, review)
    await grouped([red, blue])
    const votes = async () => (await read('reviews.json', { product_id: red })).body.result[0]?.votes
    await expect.poll(votes).toBe(0)
    const headers = {
      'x-store-id': shop.storeId,
      'x-api-key': shop.storeKey,
      'content-type': 'application/json',
    }
    const visitor = '01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11'
    const vote = { headers, body: { visitor_id: visitor } }
    expect((await it.send('POST', `/api/v1/reviews/${review.id}/votes`, vote)).status).toBe(204)
    await expect.poll(votes).toBe(1)
    const report = { headers, body: { reason: 'spam', text: '' } }
    expect((await it.send('POST', `/api/v1/reviews/${review.id}/reports`, report)).status).toBe(204)
  })

  test('are in the catalogue with their own and the shared figures', async () => {
    const [red = '', blue = ''] = await products(2)
    await addReviews(it, shop, aReview({ product_id: blue, rating: 3 }))
    await addQuestions(it, shop, aQuestion({ product_id: red }))
    const id = await grouped([red, blue])
    const { body } = await owner.send('GET', `/stores/${shop.storeId}/products?part=grouped&limit=2`)
    expect(body.result).toMatchObject([
      { product_id: blue, total: 1, group: { id, products: 2, total: 1, average: 3, questions: 1 } },
      { product_id: red, total: 0, questions: 1, group: { id, products: 2, total: 1 } },
    ])
    const details = await owner.send('GET', `/stores/${shop.storeId}/products/detail?product_id=${red}`)
    expect(details.body.members.map((one: { product_id: string }) => one.product_id)).toEqual([red, blue])
    expect(details.body.history).toEqual([
      { at: expect.any(String), who: 'The owner', action: 'group', fields: ['group_id'] },
    ])
  })
})

describe('the response cache', () => {
  test('drops a product on every instance with the group, and with each of its products', async () => {
    const [red = '', blue = ''] = await products(2)
    const review = aReview({ product_id: blue, rating: 1 })
    await addReviews(it, shop, aReview({ product_id: red }), review)
    const totals = () =>
      Promise.all(
        [it, second].map(async from => {
          const { body } = await read('ratings.json', { product_id: red }, from)
          return body.result[0]?.total
        }),
      )
    expect(await totals()).toEqual([1, 1])
    const { headers } = await read('reviews.json', { product_id: red })
    const etag = headers.get('etag') ?? ''
    const again = () => readAs(it, shop, 'reviews.json', { product_id: red }, { 'if-none-match': etag })
    expect((await again()).status).toBe(304)

    const id = await grouped([red, blue])
    await expect.poll(totals, { interval: 10 }).toEqual([2, 2])
    expect((await again()).status).toBe(200)
    const reject = () => ({ state: 'rejected' }) as const
    await it.database.transaction(tx => changeReview(tx, shop.storeId, review.id, by, reject))
    await expect.poll(totals, { interval: 10 }).toEqual([1, 1])
    await addReviews(it, shop, aReview({ product_id: blue }))
    await expect.poll(totals, { interval: 10 }).toEqual([2, 2])
    await ungroup(id)
    await expect.poll(totals, { interval: 10 }).toEqual([1, 1])
    expect((await again()).status).toBe(304)
  })

  test('is never older than a change in flight while the group was made', async () => {
    const [red = '', blue = ''] = await products(2)
    await addReviews(it, shop, aReview({ product_id: red }), aReview({ product_id: blue }))
    const total = async () => (await read('ratings.json', { product_id: red })).body.result[0].total
    let making: Promise<unknown> | undefined
    await it.database.transaction(async tx => {
      await insertReviews(tx, shop.storeId, [aReview({ product_id: blue })], by)
      let isMade = false
      making = grouped([red, blue]).then(() => {
        isMade = true
      })
      const isWaiting = async () => {
        const waiting = await it.database.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`)
        return isMade || waiting.length > 0
      }
      await expect.poll(isWaiting, { interval: 5 }).toBe(true)
      // If the group existed before the review, this would be cached, and the review never be notified.
      await total()
    })
    await making
    await expect.poll(total, { interval: 10 }).toBe(3)
  })
})

describe('a group', () => {
  test('reports unknown and foreign products, and products of another group', async () => {
    const other = await aStore(it.database)
    await addProducts(it, other, { foreign: '' })
    const [a = '', b = '', c = '', d = ''] = await products(4)
    expectError(await group([a, 'nothing']), 404, 804046)
    expectError(await group([a, 'foreign']), 404, 804046)
    expect(await groupOf(a)).toBeNull()
    const id = await grouped([a, b, c])
    expectError(await group([c, d]), 409, 804090)
    expect(await groupOf(d)).toBeNull()
    expectError(await regroup(id, [a, 'nothing']), 404, 804046)
    expect(await groupOf(b)).toMatchObject({ id, products: 3 })
    expectError(await ungroup('nothing'), 404, 8040410)
    expectError(await regroup('01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11', [a, b]), 404, 8040410)
  })

  test('has at least two products and at most a hundred', async () => {
    const ids = await products(1)
    const least = 'product_ids: Array must contain at least 2 element(s)'
    expectInvalid(await group(ids), least)
    expectInvalid(await group([...ids, ...ids]), least)
    expectInvalid(
      await group(times(101, index => `x${index}`)),
      'product_ids: Array must contain at most 100 element(s)',
    )
  })

  test('loses products that another one takes, and ends when one is left', async () => {
    const [a = '', b = '', c = '', d = ''] = await products(4)
    await addReviews(it, shop, ...[a, b, c, d].map(product_id => aReview({ product_id })))
    const first = await grouped([a, b, c])
    const totals = async () =>
      (await read('ratings.json', { product_id: [a, b, c, d] })).body.result.map(
        (one: { total: number }) => one.total,
      )
    await expect.poll(totals).toEqual([3, 3, 3, 1])
    expect((await group([c, d], true)).status).toBe(201)
    await expect.poll(totals).toEqual([2, 2, 2, 2])
    expect((await regroup(first, [a, d], true)).status).toBe(204)
    await expect.poll(totals).toEqual([2, 1, 1, 2])
    expect([await groupOf(b), await groupOf(c)]).toEqual([null, null])
    expect(await groupOf(a)).toMatchObject({ id: first, products: 2 })
  })

  test('created concurrently from the same products is consistent', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await products(6)
      const sent = await Promise.all(
        times(8, index => group(index % 2 ? ids.slice(0, 4) : ids.toReversed().slice(0, 4), index > 3)),
      )
      expect(sent.every(({ status }) => [201, 409].includes(status))).toBe(true)
      const groups = await Promise.all(ids.map(groupOf))
      const sizes = Map.groupBy(groups.filter(Boolean), one => one.id)
      expect(sizes.size).toBeGreaterThan(0)
      for (const members of sizes.values()) expect(members).toHaveLength(members[0].products)
    }
  })

  test('can be created while reviews of its products arrive and products are completed', async () => {
    const ids = await products(8)
    let busy = true
    const writers = [0, 1, 2].map(async () => {
      const reviews = ids.toSorted(() => Math.random() - 0.5).map(product_id => aReview({ product_id }))
      for (const one of reviews) await addReviews(it, shop, one)
      while (busy) await addReviews(it, shop, ...reviews.map(one => aReview({ product_id: one.product_id })))
    })
    const completed = ids.map(product_id =>
      it.send('POST', '/products', {
        headers: shop.headers,
        body: { product_id, name: 'x', price: 1, sku: '', gtin: '', mpn: '', url: '' },
      }),
    )
    for (let round = 0; round < 10; round++) expect((await group(ids, true)).status).toBe(201)
    busy = false
    await Promise.all(writers)
    expect((await Promise.all(completed)).map(({ status }) => status)).toEqual(ids.map(() => 201))
    expect(await checkRatings(it.database, false)).toMatchObject({ status: 'ok' })
  })
})

test('for any grouping, each page equals a plain recount', async () => {
  const ids = await products(8)
  const reviews: Review[] = []
  for (let index = 0; index < 160; index++) {
    reviews.push(
      aReview({
        // The last two have no reviews.
        product_id: ids[(index * 7) % 6] as string,
        rating: 1 + ((index * 13) % 5),
        body: index % 3 === 0 ? 'Soft cotton' : 'Linen',
        pictures: index % 4 === 0 ? ['https://shop.example/1.jpg'] : [],
        votes: (index * 3) % 4,
        state: index % 9 === 0 ? 'pending' : 'published',
        created_at: new Date(Date.UTC(2026, 2, 1 + (index % 20))),
      }),
    )
  }
  await addReviews(it, shop, ...reviews)
  const one = fc.nat(ids.length - 1)
  const asked = fc.record({
    product: one,
    ratings: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
    orderBy: fc.constantFrom(...(Object.keys(sorts) as (keyof typeof sorts)[])),
    terms: fc.constantFrom('', 'cotton'),
    limit: fc.integer({ min: 1, max: 20 }),
    offset: fc.constantFrom(0, 3, 17),
  })
  // For each product: one of three groups, or none.
  const groups = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: ids.length, maxLength: ids.length })
  await fc.assert(
    fc.asyncProperty(groups, fc.array(asked, { minLength: 8, maxLength: 8 }), async (places, questions) => {
      const sharing = (product: number) =>
        ids.filter(
          (_, index) => index === product || (places[product] !== 0 && places[index] === places[product]),
        )
      const ends: string[] = []
      for (const place of [1, 2, 3]) {
        const members = ids.filter((_, index) => places[index] === place)
        if (members.length > 1) ends.push(await grouped(members))
      }
      for (const question of questions) {
        const members = sharing(question.product)
        const wanted = reviews
          .filter(({ state, product_id }) => state === 'published' && members.includes(product_id))
          .filter(({ rating }) => question.ratings.length === 0 || question.ratings.includes(rating))
          .filter(({ body }) => question.terms === '' || body.includes(question.terms))
          .sort(sorts[question.orderBy])
        const query = {
          product_id: ids[question.product] ?? '',
          orderBy: question.orderBy,
          limit: String(question.limit),
          offset: String(question.offset),
          ...(question.ratings.length > 0 && { rating: question.ratings.map(String) }),
          ...(question.terms && { terms: question.terms }),
        }
        const page = wanted.slice(question.offset, question.offset + question.limit).map(({ id }) => id)
        await expect
          .poll(
            async () => {
              const { body } = await read('reviews.json', query)
              return [body.result.map(({ id }: { id: string }) => id), body.count]
            },
            { interval: 5 },
          )
          .toEqual([page, wanted.length])
      }
      for (const id of ends) await ungroup(id)
    }),
    { numRuns: 25 },
  )
})

const newest = (a: Review, b: Review) => +b.created_at - +a.created_at || (a.id > b.id ? -1 : 1)
const sorts = {
  most_recent: newest,
  oldest: (a: Review, b: Review) => +a.created_at - +b.created_at || (a.id < b.id ? -1 : 1),
  most_positive: (a: Review, b: Review) => b.rating - a.rating || newest(a, b),
  most_negative: (a: Review, b: Review) => a.rating - b.rating || newest(a, b),
  most_voted: (a: Review, b: Review) => b.votes - a.votes || newest(a, b),
  with_pictures: (a: Review, b: Review) =>
    Math.sign(b.pictures.length) - Math.sign(a.pictures.length) || newest(a, b),
}
