import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertReviews, type Review } from '../../../answers/reviews/reviews.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { addSeenProducts } from '../../../tenants/products/products.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { addLoggedChanges } from '../../../test/database/logged-changes.ts'
import { aReview } from '../../../test/factories.ts'
import { aStore } from '../../../test/users.ts'

const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'import', action: 'create' } as const
let it: TestApp
let storeId: string
let moderator: AdminClient
let viewer: AdminClient
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  ;({ storeId } = await aStore(it.database))
  const product = { product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' }
  await addSeenProducts(it.database, storeId, [product], by.at)
  moderator = await aMember(it, storeId, 'moderator')
  viewer = await aMember(it, storeId, 'viewer')
})
afterAll(() => it.close())

async function written(...changes: Partial<Review>[]): Promise<Review[]> {
  const reviews = changes.map(change => aReview(change))
  await it.database.transaction(tx => insertReviews(tx, storeId, reviews, by))
  return reviews
}

const list = (query: string, client = viewer) => client.send('GET', `/stores/${storeId}/reviews?${query}`)
const decide = (body: unknown, client = moderator) =>
  client.send('POST', `/stores/${storeId}/reviews/decisions`, body)

describe('the list', () => {
  test('contains what its filters select, with product names and pages that miss nothing', async () => {
    const language = 'es'
    const made = await written(
      { language, state: 'pending' },
      { language, state: 'published', pictures: ['https://shop.example/1.jpg'] },
      { language, state: 'published', rating: 2, body: 'Gotea por la tapa' },
    )
    const all = await list(`language=${language}`)
    expect(all.body.result.map((one: Review) => one.id)).toEqual(made.map(({ id }) => id).reverse())
    expect(all.body.result[0]).toMatchObject({ product_name: 'Moka pot', flags: [], reports: [] })
    const ids = async (query: string) =>
      (await list(`language=${language}&${query}`)).body.result.map((one: Review) => one.id)
    expect(await ids('state=pending')).toEqual([made[0]?.id])
    expect(await ids(`id=${made[1]?.id}`)).toEqual([made[1]?.id])
    expect(await ids('pictures=1')).toEqual([made[1]?.id])
    expect(await ids('text=GOTEA')).toEqual([made[2]?.id])
    const first = await list(`language=${language}&limit=2`)
    const second = await list(`language=${language}&limit=2&after=${first.body.next}`)
    expect([...first.body.result, ...second.body.result]).toEqual(all.body.result)
    expect(second.body.next).toBeNull()
  })

  test('can be filtered by stars for published reviews only, never for pending ones', async () => {
    const language = 'fr'
    await written({ language, rating: 1 }, { language, rating: 5 }, { language, rating: 1, state: 'pending' })
    const ratings = async (query: string) =>
      (await list(`language=${language}&${query}`)).body.result.map((one: Review) => one.rating)
    expect(await ratings('state=published&rating=1')).toEqual([1])
    expectInvalid(
      await list(`language=${language}&state=pending&rating=1`),
      'rating: Expected one of state=published',
    )
    expectInvalid(await list(`language=${language}&rating=1`), 'rating: Expected one of state=published')
  })

  test('can be filtered by reply and by days of the store, and counts what it finds in each state', async () => {
    const { storeId } = await aStore(it.database, { time_zone: 'America/Sao_Paulo' })
    const reader = await aMember(it, storeId, 'viewer')
    const product = { product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' }
    await addSeenProducts(it.database, storeId, [product], by.at)
    const unanswered = { reply: null, reply_created_at: null }
    const answered = { reply: 'Thanks', reply_created_at: by.at }
    // São Paulo is three hours behind UTC: the first is of 4 March there, the second of 5 March.
    const reviews = [
      aReview({ ...answered, created_at: new Date('2026-03-05T02:59:59Z') }),
      aReview({ ...unanswered, created_at: new Date('2026-03-05T03:00:00Z') }),
      aReview({ ...unanswered, created_at: new Date('2026-03-06T02:59:59Z'), state: 'pending' }),
      aReview({ ...answered, created_at: new Date('2026-03-06T03:00:00Z'), state: 'rejected' }),
      aReview({ ...unanswered, created_at: new Date('2026-03-07T12:00:00Z'), state: 'removed' }),
    ]
    await it.database.transaction(tx => insertReviews(tx, storeId, reviews, by))
    const found = async (query: string) => {
      const { body } = await reader.send('GET', `/stores/${storeId}/reviews?${query}`)
      return body.result.map((one: Review) => reviews.findIndex(({ id }) => id === one.id))
    }
    expect(await found('unanswered=1')).toEqual([4, 2, 1])
    expect(await found('unanswered=1&state=published')).toEqual([1])
    expect(await found('from=2026-03-05&to=2026-03-05')).toEqual([2, 1])
    expect(await found('to=2026-03-04&oldest=1')).toEqual([0])
    expect(await found('from=2026-03-06')).toEqual([4, 3])
    const countsOf = async (query: string) =>
      (await reader.send('GET', `/stores/${storeId}/reviews/counts?${query}`)).body.counts
    const exactly = (counts: Record<string, number>) =>
      Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, { count, more: false }]))
    const all = { all: 5, unconfirmed: 0, pending: 1, published: 2, rejected: 1, removed: 1 }
    expect(await countsOf('state=published')).toEqual(exactly(all))
    expect(await countsOf('unanswered=1&to=2026-03-06')).toEqual(
      exactly({ all: 2, unconfirmed: 0, pending: 1, published: 1, rejected: 0, removed: 0 }),
    )
    // No index begins with both.
    expect(await countsOf('unanswered=1&product_id=product-1')).toBeNull()
    expect(await countsOf('text=coffee')).toBeNull()
    expectInvalid(
      await reader.send('GET', `/stores/${storeId}/reviews?from=2026-02-30`),
      'from: Expected a date such as 2026-11-24',
    )
  })

  test('counts at most 1,000 reviews of a state', async () => {
    const { storeId } = await aStore(it.database)
    const reader = await aMember(it, storeId, 'viewer')
    const product = { product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' }
    await addSeenProducts(it.database, storeId, [product], by.at)
    const many = Array.from({ length: 1_000 }, () => aReview())
    await it.database.transaction(tx => insertReviews(tx, storeId, many, by))
    const counts = async () => (await reader.send('GET', `/stores/${storeId}/reviews/counts`)).body.counts
    expect(await counts()).toMatchObject({ published: { count: 1_000, more: false } })
    await it.database.transaction(tx => insertReviews(tx, storeId, [aReview({ state: 'pending' })], by))
    expect(await counts()).toMatchObject({
      all: { count: 1_000, more: true },
      published: { count: 1_000, more: false },
      pending: { count: 1, more: false },
    })
  })

  test('has another latest change after each change of the store, and only of this store', async () => {
    const { storeId: other } = await aStore(it.database)
    const outsider = await aMember(it, other, 'moderator')
    const [review] = await written({ state: 'pending' })
    const latest = async (client: AdminClient, store: string) =>
      (await client.send('GET', `/stores/${store}/latest-change`)).body.change as string
    await expect.poll(() => latest(viewer, storeId)).not.toBe('')
    const before = await latest(viewer, storeId)
    await decide({ action: 'publish', ids: [review?.id] })
    await expect.poll(() => latest(viewer, storeId)).not.toBe(before)
    expect(await latest(outsider, other)).toBe('')
    expectError(await outsider.send('GET', `/stores/${storeId}/latest-change`), 404, 804047)
  })

  test('reports invalid parameters', async () => {
    expectInvalid(await list('after=abc'), 'after: Invalid format')
    expectInvalid(
      await list('state=hidden'),
      'state: Expected one of unconfirmed, pending, published, rejected, removed',
    )
  })
})

describe('a decision', () => {
  test('covers many reviews at once; one failure does not affect the others, and each is logged', async () => {
    const [one, two, unconfirmed] = await written(
      { state: 'pending', published_at: null },
      { state: 'pending', published_at: null },
      { state: 'unconfirmed', published_at: null },
    )
    const ids = [one?.id, two?.id, unconfirmed?.id, uuid()]
    const { status, body } = await decide({ action: 'publish', ids })
    expect(status).toBe(200)
    expect(body.result).toEqual([one, two].map(review => ({ id: review?.id, state: 'published' })))
    expect(body.refused.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    const { body: history } = await viewer.send('GET', `/stores/${storeId}/reviews/${one?.id}/history`)
    expect(history.result).toMatchObject([
      { who: 'import', action: 'create' },
      { who: 'The moderator', action: 'publish' },
    ])
  })

  test('against a review needs a neutral reason', async () => {
    const [review] = await written({ state: 'pending' })
    expectInvalid(await decide({ action: 'reject', ids: [review?.id] }), 'reason: Required')
    const wrong = await decide({ action: 'reject', reason: 'too_negative', ids: [review?.id] })
    expect(wrong.status).toBe(400)
    expect((await decide({ action: 'reject', reason: 'spam', ids: [review?.id] })).body.result).toHaveLength(
      1,
    )
  })
})

test('the history of a review is that of its newest 200 changes, oldest first', async () => {
  const [review] = await written({})
  // The creation is the newest change, by its id.
  await addLoggedChanges(it.database, storeId, [1, 200], { type: 'review', id: review?.id ?? '' })
  const { body } = await viewer.send('GET', `/stores/${storeId}/reviews/${review?.id}/history`)
  expect(body.result).toHaveLength(200)
  expect(body.result[0]).toMatchObject({ action: 'change', at: '2020-01-01T00:02:00.000Z' })
  expect(body.result[199]).toMatchObject({ who: 'import', action: 'create' })
})

test('an answer can be set and withdrawn', async () => {
  const [review] = await written({})
  const path = `/stores/${storeId}/reviews/${review?.id}/reply`
  expect((await moderator.send('PUT', path, { body: 'Thank you!' })).status).toBe(204)
  expect((await list('text=leak')).body.result[0]).toMatchObject({ id: review?.id, reply: 'Thank you!' })
  expect((await moderator.send('PUT', path, { body: null })).status).toBe(204)
  expect((await list('text=leak')).body.result[0]).toMatchObject({ reply: null })
  expect((await moderator.send('PUT', path, { body: '  ' })).status).toBe(400)
})

test('a viewer cannot change anything, and an outsider sees nothing', async () => {
  const [review] = await written({ state: 'pending' })
  expectError(await decide({ action: 'publish', ids: [review?.id] }, viewer), 403, 8141304)
  expectError(
    await viewer.send('PUT', `/stores/${storeId}/reviews/${review?.id}/reply`, { body: 'No' }),
    403,
    8141304,
  )
  const other = await aStore(it.database)
  const outsider = await aMember(it, other.storeId, 'owner')
  expectError(await list('', outsider), 404, 804047)
  expectError(await decide({ action: 'publish', ids: [review?.id] }, outsider), 404, 804047)
  // Through a store of their own, a foreign id is answered like an unknown one.
  const path = `/stores/${other.storeId}/reviews`
  const through = await outsider.send('POST', `${path}/decisions`, { action: 'publish', ids: [review?.id] })
  expect(through.body).toMatchObject({ result: [], refused: [{ error_code: 804043 }] })
  expectError(await outsider.send('PUT', `${path}/${review?.id}/reply`, { body: 'Hi' }), 404, 804043)
  expect((await outsider.send('GET', `${path}/${review?.id}/history`)).body).toEqual({ result: [] })
  const [row] = await it.database.query<{ state: string }>(
    sql`select state from reviews where store_id = ${storeId} and id = ${review?.id}`,
  )
  expect(row).toEqual({ state: 'pending' })
})
