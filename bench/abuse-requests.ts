import { randomUUID } from 'node:crypto'

/** A request that anybody may send. A new `number` makes a new request, so that no cache answers it. */
export type Hostile = {
  name: string
  method?: 'GET' | 'POST'
  path: (number: number) => string
  body?: (number: number) => string
  headers?: Record<string, string>
  /** The setting that limits it; absent: READ_RATE_LIMIT. */
  limitedBy?: string
  /** Whether it is part of the mix for measuring memory. */
  isInMix?: true
}

export type Shop = { store_id: string; store_key: string; reviewIds: string[]; products: number }

/** The most expensive known request to every public address. */
export function hostileRequests({ store_id, store_key, reviewIds, products }: Shop): Hostile[] {
  const read = (what: string, parameters: (number: number) => string) => (number: number) =>
    `/api/v1/${what}?store_id=${store_id}&store_key=${store_key}&${parameters(number)}`
  const product = (number: number) => `product_id=P-${number % products}`
  // After all products, the page makes the request a new one.
  const round = (number: number) => Math.floor(number / products)
  const many = (number: number, count: number) =>
    Array.from({ length: count }, (_, index) => `product_id=P-${(number + index * 7) % products}`).join('&')
  const review = (number: number) => reviewIds[number % reviewIds.length]
  const searches = 'a tenth of READ_RATE_LIMIT, one at once'
  const lists = 'a fifth of READ_RATE_LIMIT'
  const deep = (number: number) =>
    `limit=${100 - (Math.floor(number / 1_000) % 50)}&offset=${9_000 + (number % 1_000)}`
  const nothing = 'nothing'
  const json = { 'content-type': 'application/json' }
  const page = { ...json, 'x-realword-page': '1' }
  const visitors = 'VISITOR_RATE_LIMIT, STORE_RATE_LIMIT'
  return [
    { name: 'a cached rating', path: read('ratings.json', () => 'product_id=P-1'), limitedBy: nothing },
    {
      name: 'rating of one product',
      path: read('ratings.json', number => `${product(number)}&limit=${1 + round(number)}`),
    },
    {
      name: 'ratings of 100 products',
      path: read('ratings.json', number => `${many(number, 100)}&limit=${100 + round(number)}`),
      isInMix: true,
    },
    {
      name: 'all ratings of a store',
      path: read('ratings.json', number => `offset=${number}`),
      limitedBy: lists,
      isInMix: true,
    },
    {
      name: '100 reviews',
      path: read('reviews.json', number => `limit=100&offset=${round(number)}&${product(number)}`),
      isInMix: true,
    },
    {
      name: '100 long hostile reviews',
      path: read(
        'reviews.json',
        number => `product_id=P-long&limit=${100 - (Math.floor(number / 10) % 10)}&offset=${number % 10}`,
      ),
    },
    {
      name: 'newest reviews, offset 1,000',
      path: read('reviews.json', number => `limit=${1 + (number % 100)}&offset=${1_000 - (number % 90)}`),
    },
    {
      name: 'most voted, offset 1,000',
      path: read(
        'reviews.json',
        number => `orderBy=most_voted&limit=${1 + (number % 100)}&offset=${1_000 - (number % 90)}`,
      ),
      isInMix: true,
    },
    {
      name: 'four ratings, offset 1,000',
      path: read(
        'reviews.json',
        number =>
          `rating=1&rating=2&rating=3&rating=4&limit=${1 + (number % 100)}&offset=${1_000 - (number % 90)}`,
      ),
      isInMix: true,
    },
    {
      name: 'most positive, offset 1,000',
      path: read(
        'reviews.json',
        number => `orderBy=most_positive&limit=${1 + (number % 100)}&offset=${1_000 - (number % 90)}`,
      ),
    },
    {
      name: 'newest reviews, offset 10,000',
      path: read('reviews.json', deep),
      limitedBy: searches,
    },
    {
      name: 'four ratings, offset 10,000',
      path: read('reviews.json', number => `rating=1&rating=2&rating=3&rating=4&${deep(number)}`),
      limitedBy: searches,
      isInMix: true,
    },
    {
      name: 'most voted, offset 10,000',
      path: read('reviews.json', number => `orderBy=most_voted&${deep(number)}`),
      limitedBy: searches,
      isInMix: true,
    },
    {
      name: 'most positive, offset 10,000',
      path: read('reviews.json', number => `orderBy=most_positive&${deep(number)}`),
      limitedBy: searches,
    },
    {
      name: 'search, a word of every review',
      path: read('reviews.json', number => `terms=cafe&orderBy=most_voted&offset=${number % 9_000}`),
      limitedBy: searches,
      isInMix: true,
    },
    {
      name: 'search, a word of one in ten',
      path: read('reviews.json', number => `terms=cor${number % 10}&offset=${number}`),
      limitedBy: searches,
      isInMix: true,
    },
    {
      name: 'search, a word of one in 1,000',
      path: read('reviews.json', number => `terms=lote${number % 1000}&offset=${number}`),
      limitedBy: searches,
    },
    {
      name: 'search in one product',
      path: read('reviews.json', number => `terms=cafe&${product(number)}`),
      limitedBy: searches,
    },
    {
      name: '100 reviews as HTML',
      path: read('reviews.html', number => `limit=100&offset=${round(number)}&${product(number)}`),
      limitedBy: lists,
      isInMix: true,
    },
    {
      name: 'structured data',
      path: read('structured-data.json', number => `limit=${20 - round(number)}&${product(number)}`),
    },
    {
      name: 'questions',
      path: read('questions.json', number => `limit=100&offset=${round(number)}&${product(number)}`),
    },
    {
      name: 'an unknown store key',
      path: number => `/api/v1/ratings.json?store_id=${store_id}&store_key=rw_store_${number}&product_id=P-1`,
      limitedBy: nothing,
    },
    {
      name: 'the form of a review',
      path: number => `/write?store_id=${store_id}&store_key=${store_key}&${product(number)}`,
      limitedBy: visitors,
    },
    {
      name: 'the form of a question',
      path: number => `/embed/question?store_id=${store_id}&store_key=${store_key}&${product(number)}`,
      limitedBy: visitors,
    },
    {
      name: 'similar questions',
      path: number =>
        `/embed/question/similar?store_id=${store_id}&store_key=${store_key}&${product(number)}&text=cafe+${number}`,
      limitedBy: visitors,
    },
    {
      name: 'a vote',
      method: 'POST',
      path: read(`reviews/${reviewIds[0]}/votes`, () => ''),
      body: () => JSON.stringify({ visitor_id: randomUUID() }),
      headers: json,
      limitedBy: visitors,
    },
    {
      name: 'a report',
      method: 'POST',
      path: number => read(`reviews/${review(number)}/reports`, () => '')(number),
      body: () => JSON.stringify({ reason: 'spam', text: 'x'.repeat(2_000) }),
      headers: json,
      limitedBy: visitors,
    },
    {
      name: 'signing in, unknown user',
      method: 'POST',
      path: () => '/admin/api/session',
      body: number =>
        JSON.stringify({ email: `nobody${number}@shop.example`, password: 'correct horse battery' }),
      headers: page,
      limitedBy: 'SIGN_IN_RATE_LIMIT',
    },
    {
      name: 'signing in, 1 MB of nested JSON',
      method: 'POST',
      path: () => '/admin/api/session',
      body: () => nested,
      headers: page,
      limitedBy: nothing,
    },
    {
      name: 'an order with an unknown key, 1 MB',
      method: 'POST',
      path: () => '/orders',
      body: () => nested,
      headers: { ...json, 'x-store-id': store_id, 'x-api-key': 'rw_orders_unknown' },
      limitedBy: nothing,
    },
    { name: 'openapi.json', limitedBy: nothing, path: () => '/openapi.json', isInMix: true },
    { name: 'admin/openapi.json', limitedBy: nothing, path: () => '/admin/openapi.json', isInMix: true },
    {
      name: 'scalar.js, compressed',
      limitedBy: nothing,
      path: () => '/docs/js/scalar.js',
      headers: { 'accept-encoding': 'br' },
    },
    { name: 'scalar.js, whole', limitedBy: nothing, path: () => '/docs/js/scalar.js', isInMix: true },
    {
      name: 'widgets.js',
      limitedBy: nothing,
      path: () => '/widgets/v1/widgets.js',
      headers: { 'accept-encoding': 'br' },
    },
    { name: 'an unknown address', limitedBy: nothing, path: number => `/nothing/${number}` },
  ]
}

const nested = `${'['.repeat(30)}${'[1],'.repeat(250_000)}1${']'.repeat(30)}`
