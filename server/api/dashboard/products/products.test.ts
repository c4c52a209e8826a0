import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { anOrder, anOrderProduct, aQuestion, aReview } from '../../../test/factories.ts'
import { addProducts, addQuestions, addReviews } from '../../../test/reading.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../../test/users.ts'

type Client = Awaited<ReturnType<typeof aMember>>

let it: TestApp
let shop: Member
let owner: Client
let moderator: Client
let viewer: Client
let outsider: Client
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  const cast = await anOwnerAndOutsider(it.database)
  shop = cast.owner
  owner = await aMember(it, shop.storeId, 'owner')
  moderator = await aMember(it, shop.storeId, 'moderator')
  viewer = await aMember(it, shop.storeId, 'viewer')
  outsider = await aMember(it, cast.outsider.storeId, 'owner')
})
afterAll(() => it.close())

const path = (rest: string) => `/stores/${shop.storeId}${rest}`
const details = (product_id: string, who = viewer) =>
  who.send('GET', path(`/products/detail?${new URLSearchParams({ product_id })}`))
const add = (body: unknown, who = owner) => who.send('POST', path('/products'), body)
const edit = (body: unknown, who = owner) => who.send('PATCH', path('/products'), body)

describe('a product', () => {
  test('that is added appears in the catalogue as typed, and in its history', async () => {
    const product = {
      product_id: 'Café/..?#é 1',
      name: 'Moka pot',
      sku: 'MK',
      price: 12.5,
      url: 'https://shop.example/p/1',
      pictures: ['https://shop.example/1.jpg'],
    }
    const { status, body } = await add(product)
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...product,
        gtin: '',
        mpn: '',
        created_at: expect.any(String),
        stars: { one: 0, two: 0, three: 0, four: 0, five: 0 },
        total: 0,
        average: 0,
        questions: 0,
        group: null,
        asks_for_reviews: true,
        recognised_as: null,
        members: [],
        history: [{ at: expect.any(String), who: 'The owner', action: 'create', fields: [] }],
      },
    })
    expect((await details(product.product_id)).body).toEqual(body)
  })

  test('that exists is not added again, whatever its source', async () => {
    const line = anOrderProduct()
    await it.send('POST', '/orders', { headers: shop.headers, body: anOrder({ products: [line] }) })
    expectError(await add({ product_id: line.product_id, name: 'Another' }), 422, 103)
    expect((await details(line.product_id)).body).toMatchObject({ name: line.name, history: [] })
  })

  test('that was added first is reported to the shop that sends it', async () => {
    await add({ product_id: 'typed', name: 'Typed' })
    const sent = { product_id: 'typed', name: 'Sent', price: 1, sku: '', gtin: '', mpn: '', url: '' }
    expectError(await it.send('POST', '/products', { headers: shop.headers, body: sent }), 422, 103)
  })

  test('changes only in the given fields, and keeps its id', async () => {
    await add({ product_id: 'change', name: 'Before', price: 2, pictures: ['https://shop.example/2.jpg'] })
    const { status, body } = await edit({ product_id: 'change', name: 'After', price: 2, pictures: [] })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { product_id: 'change', name: 'After', price: 2, pictures: [] },
    })
    expect(body.history).toEqual([
      { at: expect.any(String), who: 'The owner', action: 'create', fields: [] },
      { at: expect.any(String), who: 'The owner', action: 'change', fields: ['name', 'pictures'] },
    ])
    expect((await edit({ product_id: 'change', name: 'After' })).body.history).toHaveLength(2)
  })

  test('is unknown if another store has it', async () => {
    expectError(await details('none'), 404, 804046)
    expectError(await edit({ product_id: 'none', name: 'x' }), 404, 804046)
  })

  test('is refused field by field', async () => {
    expectInvalid(
      await add({ product_id: '', name: '', price: -1, url: 'x'.repeat(2049), zzz: 1 }),
      'product_id: String must contain at least 1 character(s)',
      'name: String must contain at least 1 character(s)',
      'price: Number must be greater than or equal to 0',
      'url: String must contain at most 2048 character(s)',
      'zzz: Unrecognized key(s) in object',
    )
    expectInvalid(
      await edit({ product_id: 'change', pictures: [1] }),
      'pictures.0: Expected string, received number',
    )
    expectInvalid(await viewer.send('GET', path('/products/detail')), 'product_id: Required')
  })
})

describe('the catalogue', () => {
  let store: Member
  let reader: Client
  beforeAll(async () => {
    store = await aStore(it.database)
    reader = await aMember(it, store.storeId, 'viewer')
    const names: Record<string, string> = {
      a: 'Água de café',
      b: 'bule',
      c: 'Caneca 100% grés',
      d: 'Zebra_',
      e: 'coador',
      f: 'Açúcar',
    }
    for (const [index, id] of Object.keys(names).entries()) {
      await addProducts(it, store, { [id]: `SKU-${id}` })
      await it.database.query(sql`
        update products
        set name = ${names[id]}, created_at = ${new Date(Date.UTC(2026, 0, 1 + index))}
        where store_id = ${store.storeId} and product_id = ${id}`)
    }
    const rated: Record<string, number[]> = { a: [5, 5, 4], b: [1], c: [3, 3], d: [5] }
    for (const [product_id, ratings] of Object.entries(rated)) {
      await addReviews(it, store, ...ratings.map(rating => aReview({ product_id, rating })))
    }
    await addReviews(it, store, aReview({ product_id: 'e', state: 'pending' }))
    await addQuestions(it, store, aQuestion({ product_id: 'a' }), aQuestion({ product_id: 'a' }))
  })

  const list = (query: string) => reader.send('GET', `/stores/${store.storeId}/products?${query}`)

  async function allPages(query: string, limit: number): Promise<string> {
    const ids: string[] = []
    let after = ''
    do {
      const { body } = await list(`${query}&limit=${limit}${after}`)
      expect(body.result.length).toBeLessThanOrEqual(limit)
      ids.push(...body.result.map((one: { product_id: string }) => one.product_id))
      after = body.next && `&after=${body.next}`
    } while (after)
    return ids.join('')
  }

  test.each([
    ['sort=name', 'fabced'],
    ['sort=newest', 'fedcba'],
    ['sort=most_reviews', 'acdbfe'],
    ['sort=lowest_rating', 'bcadfe'],
    ['part=without_reviews', 'fe'],
    ['part=grouped', ''],
    ['text=cafe', 'a'],
    ['text=CAF%C3%89', 'a'],
    ['text=sku-b', 'b'],
    ['text=100%25', 'c'],
    ['text=_', ''],
    ['text=ze', 'd'],
    ['text=a', 'fa'],
    ['text=ca&sort=most_reviews', 'ac'],
    ['text=a&sort=most_reviews', 'af'],
    ['text=nothing', ''],
  ])('%s is %s on pages of any size', async (query, expected) => {
    for (const limit of [1, 2, 4, 100]) expect(await allPages(query, limit)).toBe(expected)
  })

  test('shows the figures of each product', async () => {
    const { body } = await list('sort=most_reviews&limit=2')
    expect(body.result).toMatchObject([
      { product_id: 'a', name: 'Água de café', total: 3, average: 4.67, questions: 2, group: null },
      { product_id: 'c', total: 2, average: 3, questions: 0, stars: { three: 2 } },
    ])
  })

  test('reports invalid parameters', async () => {
    expectInvalid(await list('after=abc'), 'after: Invalid format')
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const bad of [
      ['by_total', 'x', 'a'],
      ['by_age', 'x', 'a'],
      ['by_name', 1, 'a'],
      ['zzz', 1, 'a'],
      7,
    ]) {
      expectInvalid(await list(`after=${cursor(bad)}`), 'after: Invalid format')
    }
    expectInvalid(await list('sort=best'), 'sort: Expected one of name, newest, most_reviews, lowest_rating')
  })

  test('updates immediately after a first review, and after the last is removed', async () => {
    const [review] = [aReview({ product_id: 'f' })]
    await addReviews(it, store, review as never)
    expect(await allPages('part=without_reviews', 10)).toBe('e')
    const person = await aMember(it, store.storeId, 'moderator')
    const decision = { action: 'remove', reason: 'spam', ids: [review?.id] }
    await person.send('POST', `/stores/${store.storeId}/reviews/decisions`, decision)
    expect(await allPages('part=without_reviews', 10)).toBe('fe')
  })
})

describe('access', () => {
  const changes = [
    ['POST', '/products', { product_id: 'x', name: 'x' }],
    ['PATCH', '/products', { product_id: 'change', name: 'x' }],
    ['POST', '/product-groups', { product_ids: ['change', 'typed'] }],
    ['PUT', '/product-groups/00000000-0000-7000-8000-000000000000', { product_ids: ['change', 'typed'] }],
    ['DELETE', '/product-groups/00000000-0000-7000-8000-000000000000', undefined],
  ] as const

  test.each(
    changes,
  )('a viewer and a moderator cannot change anything by %s %s', async (method, rest, body) => {
    for (const who of [viewer, moderator]) expectError(await who.send(method, path(rest), body), 403, 8141304)
  })

  test.each([
    ...changes,
    ['GET', '/products', undefined],
    ['GET', '/products/detail?product_id=change', undefined],
  ] as const)('an outsider sees nothing by %s %s', async (method, rest, body) => {
    expectError(await outsider.send(method, path(rest), body), 404, 804047)
  })

  test('a product of another store is unknown', async () => {
    const [storeId] = [(await outsider.send('GET', '/session')).body.stores[0].store_id]
    expectError(
      await outsider.send('GET', `/stores/${storeId}/products/detail?product_id=change`),
      404,
      804046,
    )
  })
})
