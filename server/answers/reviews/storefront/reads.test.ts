import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { addSeenProducts } from '../../../tenants/products/products.ts'
import { expectError } from '../../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../../test/users.ts'
import { insertReviews, type Review } from '../reviews.ts'

const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'command', action: 'change' } as const

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  const cast = await anOwnerAndOutsider(service.database)
  owner = cast.owner
  outsider = cast.outsider
})
afterAll(() => service.close())

function read(
  what: string,
  parameters: Record<string, string | string[]> = {},
  who = owner,
): Promise<Answer> {
  const query = new URLSearchParams({ store_id: who.storeId, store_key: who.storeKey })
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) query.append(name, value)
  }
  return service.send('GET', `/api/v1/${what}?${query}`)
}

describe('every filter and order', () => {
  const words = ['café', 'CAFE', 'leak', 'máquina', 'bonita', 'rápido']
  const reviews: Review[] = []
  beforeAll(async () => {
    const ids = ['P-1', 'P-2', 'P-3', 'P 4/é']
    const products = ids.map((product_id, index) => ({
      product_id,
      sku: index < 2 ? 'TWIN' : `SKU-${index}`,
      name: 'Moka pot',
      url: '',
    }))
    await addSeenProducts(service.database, owner.storeId, products, by.at)
    await addSeenProducts(service.database, outsider.storeId, products, by.at)
    for (let index = 0; index < 200; index++) {
      reviews.push(
        aReview({
          product_id: ids[(index * 7) % 4] as string,
          rating: 1 + ((index * 13) % 5),
          title: words[index % 6] as string,
          body: `${words[(index * 5) % 6]} texto ${words[(index * 11) % 6]}.`,
          recommended: [true, false, null][index % 3] as boolean | null,
          pictures: index % 4 === 0 ? ['https://shop.example/1.jpg'] : [],
          votes: (index * 3) % 4,
          state: index % 9 === 0 ? 'pending' : 'published',
          // Many reviews have the same time, as after an import without times.
          created_at: new Date(Date.UTC(2026, 2, 1 + (index % 20))),
        }),
      )
    }
    await service.database.transaction(tx => insertReviews(tx, owner.storeId, reviews, by))
    await service.database.transaction(tx =>
      insertReviews(tx, outsider.storeId, [aReview({ product_id: 'P-1', title: 'not ours' })], by),
    )
  })

  const scopes = [
    {},
    { product_id: 'P-1' },
    { product_id: 'P 4/é' },
    { product_sku: 'TWIN' },
    { sku: 'SKU-2' },
    { product_id: 'nothing' },
  ]
  const ratings = [undefined, ['5'], ['1', '4'], ['2', '2', '3', '5']]
  const orders = [
    'most_recent',
    'oldest',
    'most_positive',
    'most_negative',
    'most_voted',
    'with_pictures',
  ] as const

  function recount(scope: { product_id?: string; product_sku?: string; sku?: string }, stars?: string[]) {
    const skus: Record<string, string[]> = { TWIN: ['P-1', 'P-2'], 'SKU-2': ['P-3'] }
    const sku = scope.product_sku ?? scope.sku
    const products = sku ? skus[sku] : scope.product_id ? [scope.product_id] : undefined
    return reviews.filter(
      one =>
        one.state === 'published' &&
        (!products || products.includes(one.product_id)) &&
        (!stars || stars.includes(String(one.rating))),
    )
  }

  const newest = (a: Review, b: Review) => +b.created_at - +a.created_at || (a.id > b.id ? -1 : 1)
  const sorts: Record<(typeof orders)[number], (a: Review, b: Review) => number> = {
    most_recent: newest,
    oldest: (a, b) => +a.created_at - +b.created_at || (a.id < b.id ? -1 : 1),
    most_positive: (a, b) => b.rating - a.rating || newest(a, b),
    most_negative: (a, b) => a.rating - b.rating || newest(a, b),
    most_voted: (a, b) => b.votes - a.votes || newest(a, b),
    with_pictures: (a, b) => Math.sign(b.pictures.length) - Math.sign(a.pictures.length) || newest(a, b),
  }

  test('pictured=true is what a plain recount gives, and expand=product names the products', async () => {
    for (const scope of scopes) {
      const wanted = recount(scope)
        .filter(({ pictures }) => pictures.length > 0)
        .sort(newest)
      for (const [limit, offset] of [
        [10, 0],
        [7, 7],
        [100, 0],
        [5, 1_000],
      ] as const) {
        const { body } = await read('reviews.json', {
          ...(scope as Record<string, string>),
          ...{ pictured: 'true', expand: 'product', limit: String(limit), offset: String(offset) },
        })
        const rows = body.result.map(({ id, product }: { id: string; product: object }) => ({ id, product }))
        expect([body.count, rows]).toEqual([
          wanted.length,
          wanted
            .slice(offset, offset + limit)
            .map(({ id, product_id }) => ({ id, product: { product_id, name: 'Moka pot' } })),
        ])
      }
    }
    expect((await read('reviews.json')).body.result[0]).not.toHaveProperty('product')
    for (const other of [
      { rating: '5' },
      { terms: 'coffee' },
      { orderBy: 'oldest' },
      { expand: 'reply,x' },
    ]) {
      const { status, body } = await read('reviews.json', { pictured: 'true', ...other } as Record<
        string,
        string
      >)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/pictured|expand/)])
    }
  })

  test.each(orders)('%s is what a plain recount gives, on every page', async orderBy => {
    for (const scope of scopes) {
      for (const rating of ratings) {
        const wanted = recount(scope, rating).sort(sorts[orderBy])
        for (const [limit, offset] of [
          [10, 0],
          [7, 7],
          [7, 35],
          [9, 140],
          [100, 0],
          [5, 1_000],
        ] as const) {
          const { status, body } = await read('reviews.json', {
            ...(scope as Record<string, string>),
            ...(rating && { rating }),
            orderBy,
            limit: String(limit),
            offset: String(offset),
          })
          expect(status).toBe(200)
          expect(body.count).toBe(wanted.length)
          expect(body.result.map((one: Review) => one.id)).toEqual(
            wanted.slice(offset, offset + limit).map(({ id }) => id),
          )
        }
      }
    }
  })

  test.each([
    'cafe',
    'CAFÉ',
    'café leak',
    'maquinas',
    'leak rapido cafe',
    'nada',
    'texto',
  ])('terms %j finds all words, without accents and case, within the filter', async terms => {
    const plain = (text: string) =>
      text
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
    const has = (review: Review) =>
      terms
        .split(' ')
        .every(word => plain(`${review.title} ${review.body}`).includes(plain(word).replace(/s$/, '')))
    for (const scope of scopes) {
      for (const rating of ratings) {
        for (const orderBy of orders) {
          const { body } = await read('reviews.json', {
            ...(scope as Record<string, string>),
            ...(rating && { rating }),
            orderBy,
            terms,
            limit: '100',
          })
          const wanted = recount(scope, rating).filter(has).sort(sorts[orderBy])
          expect(body.count).toBe(wanted.length)
          expect(body.result.map((one: Review) => one.id)).toEqual(wanted.slice(0, 100).map(({ id }) => id))
        }
      }
    }
  })

  test('the ratings partition the whole', async () => {
    for (const scope of scopes) {
      const counts = await Promise.all(
        ['1', '2', '3', '4', '5'].map(
          async rating =>
            (await read('reviews.json', { ...(scope as Record<string, string>), rating })).body.count,
        ),
      )
      const all = await read('reviews.json', scope as Record<string, string>)
      expect(counts.reduce((sum, one) => sum + one, 0)).toBe(all.body.count)
    }
  })

  test('ratings.json is what a plain recount gives', async () => {
    for (const scope of [
      ...scopes,
      { product_id: ['P-1', 'P-3', 'zzz', 'P-1'] },
      { product_sku: ['TWIN', 'SKU-3'] },
    ]) {
      const { body } = await read('ratings.json', { ...(scope as Record<string, string>), expand: 'metrics' })
      const ids = [...new Set(reviews.map(one => one.product_id))].sort().filter(id => {
        const wanted = [Object.values(scope)].flat(2)
        const sku = id === 'P-1' || id === 'P-2' ? 'TWIN' : id === 'P-3' ? 'SKU-2' : 'SKU-3'
        return wanted.length === 0 || wanted.includes('product_id' in scope ? id : sku)
      })
      expect(body).toEqual({
        result: ids.map(id => {
          const of = reviews.filter(one => one.product_id === id && one.state === 'published')
          const stars = [1, 2, 3, 4, 5].map(rating => of.filter(one => one.rating === rating).length)
          const yes = of.filter(one => one.recommended === true).length
          const no = of.filter(one => one.recommended === false).length
          return {
            sku: expect.any(String),
            product_id: id,
            average: Math.round((of.reduce((sum, one) => sum + one.rating, 0) / of.length) * 100) / 100,
            total: of.length,
            recommended: yes,
            not_recommended: no,
            recommended_percentage: Math.round((100 * yes) / (yes + no)),
            rate: { one: stars[0], two: stars[1], three: stars[2], four: stars[3], five: stars[4] },
          }
        }),
        count: ids.length,
      })
    }
  })

  test('ratings.json pages through all rated products, and counts them all', async () => {
    const { body } = await read('ratings.json', { limit: '2', offset: '1' })
    expect(body.count).toBe(4)
    expect(body.result.map((one: { product_id: string }) => one.product_id)).toEqual(['P-1', 'P-2'])
    expect(Object.keys(body.result[0])).toEqual(['sku', 'product_id', 'average', 'total'])
  })

  test("an outsider's credentials see their own store's reviews and nothing else", async () => {
    const { body } = await read('reviews.json', {}, outsider)
    expect(body.result.map((one: Review) => one.title)).toEqual(['not ours'])
    expect((await read('ratings.json', {}, outsider)).body.count).toBe(1)
  })
})

test.each([
  'ratings.json',
  'reviews.json',
  'questions.json',
])('%s refuses who does not bring the store and its public key', async what => {
  const url = `/api/v1/${what}`
  const send = (headers: Record<string, string>, query = '') => service.send('GET', url + query, { headers })
  const storeKey = { 'x-api-key': owner.storeKey }
  expectError(await send({ 'x-store-id': owner.storeId }), 401, 8121200)
  expectError(await send(storeKey), 417, 8121201)
  for (const key of [
    'abc',
    owner.apiKey,
    `${owner.storeKey}x`,
    owner.storeKey.slice(0, -1),
    outsider.storeId,
  ]) {
    expectError(await send({ 'x-store-id': owner.storeId, 'x-api-key': key }), 401, 8121202)
  }
  for (const id of [outsider.storeId, 'abc', uuid()]) {
    expectError(await send({ ...storeKey, 'x-store-id': id }), 403, 8121205)
  }
  const closed = await aStore(service.database, { active: false })
  expectError(await send({ 'x-store-id': closed.storeId, 'x-api-key': closed.storeKey }), 401, 8121203)
  const right = `?store_id=${owner.storeId}&store_key=${owner.storeKey}`
  expect((await send({}, right)).status).toBe(200)
  expect((await send({ 'x-store-id': owner.storeId, 'x-web-id': owner.storeKey })).status).toBe(200)
  expectError(await send({ 'x-api-key': outsider.storeKey }, right), 403, 8121205)
})
