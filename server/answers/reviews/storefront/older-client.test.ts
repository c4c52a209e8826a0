import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { addProducts, addReviews } from '../../../test/reading.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../../test/users.ts'
import { changeReview } from '../reviews.ts'

// What version 1.1.21 of the widget sends, and the fields that it reads.

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp({ PUBLIC_URL: 'https://reviews.example' })
  ;({ owner, outsider } = await anOwnerAndOutsider(service.database))
  for (const store of [owner, outsider]) await addProducts(service, store, { 'P-1': 'SKU-1', 'P-2': 'SKU-2' })
  await addReviews(service, outsider, aReview({ product_id: 'P-1', rating: 1, body: 'Not ours' }))
})
afterAll(() => service.close())

const hash = 'a'.repeat(40)
const pictured = aReview({
  product_id: 'P-1',
  rating: 4,
  title: 'Good',
  body: 'Write to ana@example.com',
  display_name: ' ',
  recommended: true,
  verified_purchase: true,
  votes: 2,
  pictures: [`${hash}-1600.webp`, 'https://shop.example/1.jpg'],
  reply: 'Thank you',
  reply_created_at: new Date('2026-03-12T12:00:00Z'),
})

function read(what: string, query: string, headers: Record<string, string>): Promise<Answer> {
  return service.send('GET', `/v1/${what}.json?${query}`, { headers })
}

test('reviews have the fields that the older widget reads, and no other', async () => {
  await addReviews(service, owner, pictured)
  const { status, body } = await read('reviews', 'limit=5&offset=0&sku=SKU-1', {
    'X-Store-Id': owner.storeId,
    'X-Web-Id': owner.storeKey,
  })
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      result: [
        {
          id: pictured.id,
          display_name: ' ',
          is_anonymous: true,
          rating: 4,
          title: 'Good',
          body: 'Write to •••',
          created_at: pictured.created_at.toISOString(),
          verified_purchase: true,
          is_recommended: true,
          pictures: [
            {
              id: `${pictured.id}-0`,
              thumb: `https://reviews.example/pictures/${hash}-160.webp`,
              big: `https://reviews.example/pictures/${hash}-1600.webp`,
            },
            {
              id: `${pictured.id}-1`,
              thumb: 'https://shop.example/1.jpg',
              big: 'https://shop.example/1.jpg',
            },
          ],
          reply: { body: 'Thank you', created_at: '2026-03-12T12:00:00.000Z' },
          votes: 2,
          insider: false,
          incentivized: false,
        },
      ],
      count: 1,
    },
  })
})

test('what readers must know of the author is in the name, which is all that the older widget displays', async () => {
  const shop = await aStore(service.database, { locale: 'pt-BR' })
  await addProducts(service, shop, { 'P-1': 'SKU-1' })
  const marked = [
    { display_name: 'Ana', insider: true },
    { display_name: 'Bia', incentivized: true },
    { display_name: 'Caio', insider: true, incentivized: true },
    { display_name: '', insider: true },
    { display_name: '' },
  ]
  for (const change of marked) await addReviews(service, shop, aReview({ product_id: 'P-1', ...change }))
  const { body } = await read('reviews', 'sku=SKU-1&orderBy=oldest', { 'X-Web-Id': shop.storeKey })
  const [works, reward] = ['Trabalha para a loja', 'Recebeu uma recompensa por esta avaliação']
  type Shown = { display_name: string; is_anonymous: boolean; insider: boolean; incentivized: boolean }
  expect(
    body.result.map((one: Shown) => [one.display_name, one.is_anonymous, one.insider, one.incentivized]),
  ).toEqual([
    [`Ana · ${works}`, false, true, false],
    [`Bia · ${reward}`, false, false, true],
    [`Caio · ${works} · ${reward}`, false, true, true],
    [works, false, true, false],
    ['', true, false, false],
  ])
})

test('the rating is a bare array, which is empty without reviews', async () => {
  const headers = { 'X-Web-Id': owner.storeKey }
  await addReviews(service, owner, aReview({ product_id: 'P-2', rating: 5 }))
  expect((await read('average', 'sku=SKU-2', headers)).body).toEqual([
    { average: 5, rating: { one: 0, two: 0, three: 0, four: 0, five: 1 } },
  ])
  await addReviews(service, owner, aReview({ product_id: 'P-2', rating: 2 }))
  // A change drops the cached answer, as of the other reads.
  await expect
    .poll(async () => (await read('average', 'sku=SKU-2', headers)).body)
    .toEqual([{ average: 3.5, rating: { one: 0, two: 1, three: 0, four: 0, five: 1 } }])
  expect((await read('average', 'sku=NONE', headers)).body).toEqual([])
})

test('sorts, filters and pages as reviews.json does', async () => {
  const shop = await aStore(service.database)
  await addProducts(service, shop, { 'P-1': 'SKU-1' })
  await addReviews(
    service,
    shop,
    ...[1, 5, 4, 5].map((rating, index) => aReview({ product_id: 'P-1', rating, title: `number ${index}` })),
  )
  const titlesOf = async (query: string) => {
    const { body } = await read('reviews', `sku=SKU-1&${query}`, { 'X-Web-Id': shop.storeKey })
    return [body.result.map(({ title }: { title: string }) => title), body.count]
  }
  expect(await titlesOf('rating=5')).toEqual([['number 3', 'number 1'], 2])
  expect(await titlesOf('orderBy=most_negative&limit=2')).toEqual([['number 0', 'number 2'], 4])
  expect(await titlesOf('limit=2&offset=1')).toEqual([['number 2', 'number 1'], 4])
})

test('the store key alone suffices, and a store id beside it must be its own', async () => {
  const { storeKey } = owner
  for (const what of ['reviews', 'average']) {
    expect((await read(what, '', { 'X-Web-Id': storeKey })).status).toBe(200)
    expect((await read(what, '', { 'X-Web-Id': storeKey, 'X-Store-Id': '' })).status).toBe(200)
    expectError(await read(what, '', {}), 401, 8121200)
    expectError(await read(what, '', { 'X-Store-Id': owner.storeId }), 401, 8121200)
    expectError(await read(what, '', { 'X-Web-Id': `${storeKey}x` }), 401, 8121202)
    expectError(await read(what, '', { 'X-Web-Id': owner.apiKey }), 401, 8121202)
    expectError(await read(what, '', { 'X-Web-Id': storeKey, 'X-Store-Id': outsider.storeId }), 403, 8121205)
    // The widget sends a number if the shop's settings take nothing else.
    expectError(await read(what, '', { 'X-Web-Id': storeKey, 'X-Store-Id': 'NaN' }), 403, 8121205)
  }
  await changeSettings(service, outsider.storeId, { active: false })
  await expect
    .poll(async () => (await read('average', '', { 'X-Web-Id': outsider.storeKey })).body.error_code)
    .toBe(8121203)
  await changeSettings(service, outsider.storeId, { active: true })
})

test('an unpublished review and the review of another store are never read', async () => {
  const shop = await aStore(service.database)
  await addProducts(service, shop, { 'P-1': 'SKU-1' })
  const review = aReview({ product_id: 'P-1' })
  await addReviews(service, shop, review)
  const countOf = async () => (await read('reviews', 'sku=SKU-1', { 'X-Web-Id': shop.storeKey })).body.count
  expect(await countOf()).toBe(1)
  const by = { at: new Date(), actor: 'command', action: 'reject' } as const
  await service.database.transaction(tx =>
    changeReview(tx, shop.storeId, review.id, by, () => ({ state: 'rejected' })),
  )
  await expect.poll(countOf).toBe(0)
})

test('answers are cached, compared and allowed for pages as those of the other reads', async () => {
  const headers = { 'X-Web-Id': owner.storeKey, origin: 'https://shop.example' }
  for (const what of ['reviews', 'average']) {
    const { headers: first } = await read(what, 'sku=SKU-1', headers)
    expect(first.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=86400')
    expect(first.get('access-control-allow-origin')).toBe('*')
    expect(first.get('vary')).toBe('X-Store-Id, X-Api-Key, X-Web-Id, Accept-Encoding')
    // The second comes from the cache in front.
    const again = await read(what, 'sku=SKU-1', { ...headers, 'If-None-Match': first.get('etag') ?? '' })
    expect([again.status, again.body]).toEqual([304, undefined])
    // The same address with the key of another store is another answer.
    const other = await read(what, 'sku=SKU-1', { ...headers, 'X-Web-Id': outsider.storeKey })
    expect(other.headers.get('etag')).not.toBe(first.get('etag'))
    const preflight = await service.send('OPTIONS', `/v1/${what}.json`, {
      headers: { origin: headers.origin },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/x-store-id.*x-web-id/i)
    expect((await service.send('POST', `/v1/${what}.json`, { headers, body: {} })).status).toBe(405)
  }
})
