import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Requests = typeof import('../../../widgets/elements/rating/rating-requests.ts')
type Row = import('../../../widgets/elements/rating/rating-requests.ts').Row
type Source = import('../../../widgets/config.ts').Source

const pages = new ModulePages()

const day = 86_400_000
const sourceOf = (value: string, change: Partial<Source> = {}): Source => ({
  api: 'https://api.test/',
  storeId: 'S-1',
  storeKey: 'key',
  product: { name: 'product_id', value },
  ...change,
})
const skuOf = (value: string) => sourceOf(value, { product: { name: 'product_sku', value } })
const rowOf = (product_id: string, average: number, total: number, sku = '') => ({
  product_id,
  sku,
  average,
  total,
})

/** A page whose service knows some ratings. Undefined: it is out of order. */
async function open(service: { rows: unknown[] | undefined }) {
  const addresses: URL[] = []
  const page = await pages.open('', async page => {
    await page.clock.install()
    await page.route('https://api.test/**', route => {
      addresses.push(new URL(route.request().url()))
      const headers = { 'access-control-allow-origin': '*' }
      const { rows } = service
      return route.fulfill(
        rows ? { body: JSON.stringify({ result: rows }), headers } : { status: 503, headers },
      )
    })
  })
  const module = await load<Requests>(page, 'elements/rating/rating-requests.ts')
  return {
    page,
    addresses,
    products: (name = 'product_id') => addresses.map(({ searchParams }) => searchParams.getAll(name)),
    /** The ratings of products that are asked for at the same moment, or the messages of errors. */
    ratingsOf: async (...sources: Source[]) => {
      const waiting = await module.evaluateHandle(({ ratingOf }, sources) => {
        const asked = sources.map(ratingOf)
        return {
          isPromise: asked.map(one => one instanceof Promise),
          all: Promise.all(asked.map(async one => one).map(one => one.catch(error => String(error)))),
        }
      }, sources)
      await page.clock.runFor(20)
      return {
        isPromise: await waiting.evaluate(({ isPromise }) => isPromise),
        ratings: await waiting.evaluate(({ all }) => all),
      }
    },
    read: (source: Source, products: string[]) =>
      module.evaluate(
        async ({ readRatings }, [source, products]) => {
          const { result, ratings } = await readRatings<Row>(source, products)
          return { result, ratings: [...ratings] }
        },
        [source, products] as const,
      ),
  }
}

test('rating-requests: products of one moment share a request, which is sorted and asks for each once', async () => {
  const rows = [rowOf('P-1', 4.5, 2), rowOf('P-3', 5, 1)]
  const { ratingsOf, products, addresses } = await open({ rows })
  const { ratings } = await ratingsOf(...['P-3', 'P-1', 'P-2', 'P-3'].map(value => sourceOf(value)))
  const last = { average: 5, total: 1 }
  expect(ratings).toEqual([last, { average: 4.5, total: 2 }, { average: 0, total: 0 }, last])
  expect(products()).toEqual([['P-1', 'P-2', 'P-3']])
  expect(addresses[0]?.pathname).toBe('/api/v1/ratings.json')
  expect(addresses[0]?.searchParams.get('expand')).toBe('metrics')
})

test('rating-requests: a known rating is there at once for a day, without a request', async () => {
  const service = { rows: [rowOf('P-1', 4, 2)] }
  const { page, ratingsOf, addresses } = await open(service)
  const first = { average: 4, total: 2 }
  expect(await ratingsOf(sourceOf('P-1'))).toEqual({ isPromise: [true], ratings: [first] })
  expect(await ratingsOf(sourceOf('P-1'))).toEqual({ isPromise: [false], ratings: [first] })
  expect(addresses).toHaveLength(1)
  await page.clock.fastForward(day)
  service.rows = [rowOf('P-1', 3, 5)]
  expect(await ratingsOf(sourceOf('P-1'))).toEqual({ isPromise: [true], ratings: [{ average: 3, total: 5 }] })
  expect(addresses).toHaveLength(2)
})

test('rating-requests: stores, keys, services, ids and SKUs are asked for separately', async () => {
  const { ratingsOf, addresses } = await open({ rows: [] })
  await ratingsOf(
    sourceOf('P-1'),
    sourceOf('P-2', { storeId: 'S-2' }),
    sourceOf('P-3', { storeKey: 'other' }),
    sourceOf('P-4', { api: 'https://api.test/other/' }),
    skuOf('P-5'),
    // The same letters as the first, divided otherwise.
    sourceOf('P-6', { storeId: 'S', storeKey: '-1key' }),
    sourceOf('P-7', { storeId: 'S-1k', storeKey: 'ey' }),
  )
  const asked = addresses.map(({ pathname, searchParams }) => {
    const product = searchParams.getAll('product_id').concat(searchParams.getAll('product_sku'))
    return [pathname, searchParams.get('store_id'), searchParams.get('store_key'), ...product].join(' ')
  })
  expect(asked.sort()).toEqual([
    '/api/v1/ratings.json S -1key P-6',
    '/api/v1/ratings.json S-1 key P-1',
    '/api/v1/ratings.json S-1 key P-5',
    '/api/v1/ratings.json S-1 other P-3',
    '/api/v1/ratings.json S-1k ey P-7',
    '/api/v1/ratings.json S-2 key P-2',
    '/other/api/v1/ratings.json S-1 key P-4',
  ])
})

test('rating-requests: after an error, the next time asks again', async () => {
  const service: { rows: unknown[] | undefined } = { rows: undefined }
  const { ratingsOf, products } = await open(service)
  const { ratings } = await ratingsOf(sourceOf('P-1'), sourceOf('P-2'))
  expect(ratings).toEqual(['Error: ratings: 503', 'Error: ratings: 503'])
  service.rows = [rowOf('P-1', 4, 2)]
  expect((await ratingsOf(sourceOf('P-1'))).ratings).toEqual([{ average: 4, total: 2 }])
  expect(products()).toEqual([['P-1', 'P-2'], ['P-1']])
})

test('rating-requests: a request has at most 100 products', async () => {
  const { ratingsOf, products } = await open({ rows: [] })
  const values = Array.from({ length: 201 }, (_, at) => `P-${1000 + at}`)
  const { ratings } = await ratingsOf(...values.map(value => sourceOf(value)))
  expect(ratings).toHaveLength(201)
  expect(new Set(products().map(({ length }) => length))).toEqual(new Set([100, 1]))
  expect(products().flat().sort()).toEqual(values)
})

test.each([
  ['of 80 letters', (at: number) => `${1000 + at}`.padEnd(80, 'x')],
  ['of 255 letters', (at: number) => `${1000 + at}`.padEnd(255, 'x')],
  ['of 80 letters when escaped', (at: number) => `${1000 + at}`.padEnd(29, 'x/é é')],
  ["of signs that only a form's address escapes", (at: number) => `${1000 + at}`.padEnd(200, "!'()~")],
])('rating-requests: an address has at most 6000 characters of products %s', async (_, make) => {
  const { ratingsOf, addresses, products } = await open({ rows: [] })
  const values = Array.from({ length: 150 }, (_, at) => make(at))
  await ratingsOf(...values.map(skuOf))
  expect(products('product_sku').flat().sort()).toEqual(values.sort())
  const lengths = addresses
    .map(({ search }) => search.slice(search.indexOf('product_sku=')).length)
    .sort((a, b) => a - b)
  expect(lengths.at(-1)).toBeLessThanOrEqual(6000)
  // Only the last is not filled.
  expect(lengths[1]).toBeGreaterThan(5000)
})

test('rating-requests: half a character in one id leaves the others their ratings', async () => {
  const { ratingsOf } = await open({ rows: [rowOf('P-1', 4, 2)] })
  const { ratings } = await ratingsOf(sourceOf('half \ud83d'), sourceOf('P-1'))
  expect(ratings).toEqual([
    { average: 0, total: 0 },
    { average: 4, total: 2 },
  ])
})

test('rating-requests: the rows of products with one SKU are combined, by their reviews', async () => {
  const rows = [
    rowOf('P-1', 2, 1, 'K'),
    rowOf('P-2', 4, 3, 'K'),
    rowOf('K', 1, 9, 'L'),
    rowOf('M', 5, 9, 'O'),
  ]
  const { read, ratingsOf, products, addresses } = await open({ rows })
  const { result, ratings } = await read(skuOf(''), ['K', 'L', 'M'])
  expect(result).toEqual(rows)
  expect(ratings).toEqual([
    ['K', { average: 3.5, total: 4 }],
    ['L', { average: 1, total: 9 }],
    ['M', { average: 0, total: 0 }],
  ])
  expect(products('product_sku')).toEqual([['K', 'L', 'M']])
  // They are known from then on.
  expect(await ratingsOf(skuOf('K'))).toEqual({ isPromise: [false], ratings: [{ average: 3.5, total: 4 }] })
  expect(addresses).toHaveLength(1)
})

test('rating-requests: with an id, the rows of that id count, whatever their SKU', async () => {
  const rows = [rowOf('P-1', 2, 1, 'P-2'), rowOf('P-2', 4, 3, 'P-1')]
  const { read } = await open({ rows })
  expect((await read(sourceOf(''), ['P-1'])).ratings).toEqual([['P-1', { average: 2, total: 1 }]])
})

test.each([
  ['five stars', { average: 5, total: 3 }, true],
  ['no stars', { average: 0, total: 0 }, true],
  ['more than five stars', { average: 5.1, total: 3 }, false],
  ['fewer than none', { average: -0.1, total: 3 }, false],
  ['no number', { average: 'many', total: 3 }, false],
  ['no average', { total: 3 }, false],
  ['stars of no review', { average: 4, total: -1 }, false],
])('rating-requests: an answer with %s', async (_, rating, isRating) => {
  const { ratingsOf } = await open({ rows: [{ product_id: 'P-1', sku: '', ...rating }] })
  expect((await ratingsOf(sourceOf('P-1'))).ratings).toEqual([isRating ? rating : 'Error: no rating'])
})
