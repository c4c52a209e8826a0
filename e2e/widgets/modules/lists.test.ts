import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Product = typeof import('../../../widgets/elements/reviews/lists.ts')
type Store = typeof import('../../../widgets/elements/store/lists.ts')
type Requests = typeof import('../../../widgets/elements/rating/rating-requests.ts')
type Query = import('../../../widgets/elements/reviews/feed.ts').Query

const pages = new ModulePages()

const sourceOf = (name: 'product_id' | 'product_sku', value: string) => ({
  api: 'https://api.test/',
  storeId: 'S-1',
  storeKey: 'key',
  product: { name, value },
})
const plain: Query = { terms: '', ratings: [], orderBy: 'most_recent' }
const full: Query = {
  terms: 'good fit',
  locale: 'en-GB',
  ratings: [5, 4],
  answers: { 'attribute.fit': ['small', 'large'], 'attribute.age': ['30'] },
  orderBy: 'most_voted',
}

/** A page whose requests get one answer. */
async function open(answer: object) {
  const addresses: URL[] = []
  const page = await pages.open('', page =>
    page.route('https://api.test/**', route => {
      addresses.push(new URL(route.request().url()))
      return route.fulfill({ json: answer, headers: { 'access-control-allow-origin': '*' } })
    }),
  )
  return {
    page,
    addresses,
    paths: () => addresses.map(({ pathname }) => pathname),
    parameters: (at: number, name: string) => addresses[at]?.searchParams.getAll(name),
  }
}

const entries = (address: URL | undefined) =>
  [...(address?.searchParams ?? [])].filter(([name]) => !name.startsWith('store_')).sort()

test('lists: the reviews of a product are read with terms, filters, order and answers', async () => {
  const { page, addresses } = await open({ result: [], count: 0, meta: {} })
  const module = await load<Product>(page, 'elements/reviews/lists.ts')
  const args = [sourceOf('product_sku', 'K 1'), plain, full] as const
  const list = await module.evaluate(async ({ listsOf }, [source, plain, full]) => {
    const { signal } = new AbortController()
    await listsOf(source, 'design').reviews(plain, 0, signal)
    return listsOf(source, 25).reviews(full, 50, signal)
  }, args)
  expect(list).toEqual({ result: [], count: 0, meta: {} })
  expect(addresses.map(({ pathname }) => pathname)).toEqual(['/api/v1/reviews.json', '/api/v1/reviews.json'])
  expect(entries(addresses[0])).toEqual([
    ['expand', 'attributes'],
    ['limit', 'design'],
    ['offset', '0'],
    ['orderBy', 'most_recent'],
    ['product_sku', 'K 1'],
  ])
  expect(entries(addresses[1])).toEqual(
    [
      ['attribute.age', '30'],
      ['attribute.fit', 'large'],
      ['attribute.fit', 'small'],
      ['expand', 'attributes'],
      ['limit', '25'],
      ['locale', 'en-GB'],
      ['offset', '50'],
      ['orderBy', 'most_voted'],
      ['product_sku', 'K 1'],
      ['rating', '4'],
      ['rating', '5'],
      ['terms', 'good fit'],
    ].sort(),
  )
})

test('lists: the ratings of a product have the address that rw-rating requests', async () => {
  const row = { product_id: 'P-1', sku: 'K', average: 4, total: 2 }
  const { page, addresses } = await open({ result: [row] })
  const lists = await load<Product>(page, 'elements/reviews/lists.ts')
  const requests = await load<Requests>(page, 'elements/rating/rating-requests.ts')
  const source = sourceOf('product_id', 'P-1')
  await requests.evaluate(async ({ ratingOf }, source) => void (await ratingOf(source)), source)
  const ratings = await lists.evaluate(
    ({ listsOf }, source) => listsOf(source, 10).ratings(new AbortController().signal),
    source,
  )
  expect(ratings.result).toEqual([row])
  expect(addresses).toHaveLength(2)
  expect(addresses[1]?.href).toBe(addresses[0]?.href)
})

const rate = { one: 0, two: 0, three: 0, four: 1, five: 1 }
const totals = { products: { average: 4.5, total: 2, rate }, store: { average: 3, total: 7, rate } }

/** The reviews of all products or the store, with the ratings that come with them. */
async function openAll(page: Page, subject: 'products' | 'store', query: Query, offset = 0) {
  const module = await load<Store>(page, 'elements/store/lists.ts')
  const args = [sourceOf('product_id', ''), subject, query, offset] as const
  return module.evaluate(async ({ listsOfAll }, [source, subject, query, offset]) => {
    const found: unknown[] = []
    const lists = listsOfAll(source, subject, 10, one => found.push(one), Promise.resolve())
    const { signal } = new AbortController()
    const reading = lists.reviews(query, offset, signal)
    const ratings = await lists.ratings(signal).catch(error => (error as Error).message)
    return { list: await reading, ratings, found }
  }, args)
}

test.each([
  ['products', '/api/v1/reviews.json'],
  ['store', '/api/v1/store-reviews.json'],
] as const)('lists: one request brings the reviews and ratings of %s', async (subject, path) => {
  const answer = { result: [], count: 2, meta: { ratings: totals } }
  const { page, addresses, paths } = await open(answer)
  const { list, ratings, found } = await openAll(page, subject, plain)
  expect(list).toEqual(answer)
  expect(ratings).toEqual({ result: [{ ...totals[subject], recommended: 0, not_recommended: 0 }] })
  expect(found).toEqual([totals])
  expect(paths()).toEqual([path])
  expect(entries(addresses[0])).toEqual([
    ['expand', 'product,ratings,attributes'],
    ['limit', '10'],
    ['offset', '0'],
    ['orderBy', 'most_recent'],
  ])
})

test.each([
  ['the first page in another order', { ...plain, orderBy: 'oldest' as const }, 0, true],
  ['a search', { ...plain, terms: 'fit' }, 0, false],
  ['a star filter', { ...plain, ratings: [5] }, 0, false],
  ['a search with a star filter', { ...plain, terms: 'fit', ratings: [5] }, 0, false],
  ['the next page', plain, 10, false],
  ['the next page of a search', { ...plain, terms: 'fit' }, 10, false],
  ['the next page of a star filter', { ...plain, ratings: [5] }, 10, false],
])('lists: whether %s asks for ratings', async (_, query, offset, asks) => {
  const { page, parameters } = await open({ result: [], count: 0, meta: { ratings: totals } })
  await openAll(page, 'products', query, offset)
  expect(parameters(0, 'expand')).toEqual([asks ? 'product,ratings,attributes' : 'product,attributes'])
  expect(parameters(0, 'terms')).toEqual(query.terms ? [query.terms] : [])
  expect(parameters(0, 'rating')).toEqual(query.ratings.map(String))
})

test('lists: an answer without ratings is an error, and so is none at all', async () => {
  const { page } = await open({ result: [], count: 0, meta: {} })
  const { ratings, found } = await openAll(page, 'products', plain)
  expect([ratings, found]).toEqual(['no ratings', []])
  const module = await load<Store>(page, 'elements/store/lists.ts')
  const early = await module.evaluate(
    ({ listsOfAll }, source) =>
      listsOfAll(source, 'store', 10, () => {}, Promise.resolve())
        .ratings(new AbortController().signal)
        .catch(error => (error as Error).message),
    sourceOf('product_id', ''),
  )
  expect(early).toBe('no ratings')
})

test('lists: the first page of all reviews is there when the element is ready', async () => {
  const { page } = await open({ result: [], count: 0, meta: { ratings: totals } })
  const module = await load<Store>(page, 'elements/store/lists.ts')
  const source = sourceOf('product_id', '')
  const order = await module.evaluate(
    async ({ listsOfAll }, [source, query]) => {
      const order: string[] = []
      let prepare = () => {}
      const ready = new Promise<void>(resolve => {
        prepare = resolve
      })
      const { signal } = new AbortController()
      const reading = listsOfAll(source, 'products', 10, () => {}, ready).reviews(query, 0, signal)
      const displayed = reading.then(() => order.push('displayed'))
      // A list that does not wait, requested later.
      await listsOfAll(source, 'products', 10, () => {}, Promise.resolve()).reviews(query, 0, signal)
      order.push('ready')
      prepare()
      await displayed
      return order
    },
    [source, plain] as const,
  )
  expect(order).toEqual(['ready', 'displayed'])
})
