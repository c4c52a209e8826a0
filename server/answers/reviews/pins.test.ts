import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupProducts } from '../../tenants/products/product-groups.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aReview, times } from '../../test/factories.ts'
import { aManageKey } from '../../test/management.ts'
import { addProducts, addReviews, by, readAs } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import type { Review } from './reviews.ts'
import { moveGroupSums } from './sums/group-sums.ts'
import { findWrongSummaries, rebuildSummaries } from './sums/recount.ts'

let service: TestApp
let store: Member
const reviews: Review[] = []
beforeAll(async () => {
  service = await startTestApp()
  store = await aStore(service.database)
  await addProducts(service, store, { moka: 'MOKA', red: 'RED', blue: 'BLUE' })
  for (let day = 1; day <= 12; day++) {
    reviews.push(
      aReview({
        product_id: 'moka',
        title: `No. ${day}`,
        rating: 1 + (day % 5),
        created_at: new Date(Date.UTC(2026, 2, day)),
      }),
    )
  }
  await addReviews(service, store, ...reviews)
})
afterAll(() => service.close())

const pin = async (no: number, how = 'pin', list = reviews) => {
  const { send } = await aManageKey(service, { store })
  return await send('POST', `/reviews/${list[no - 1]?.id}/${how}`)
}

type Found = { title: string; pinned: boolean }

const titles = (found: Found[]) => found.map(one => `${one.title.slice(4)}${one.pinned ? '*' : ''}`).join(' ')

async function page(parameters: Record<string, string | string[]>, how = 'reviews.json') {
  const { body } = await readAs(service, store, how, { limit: '5', ...parameters })
  const { result, count } = body as { result: Found[]; count: number }
  return `${titles(result)} of ${count}`
}

test('pinned reviews come first in the default order of their product alone, and no sum changes', async () => {
  const ratings = () => readAs(service, store, 'ratings.json', { product_id: 'moka', expand: 'metrics' })
  const before = (await ratings()).body
  expect(await page({ product_id: 'moka' })).toBe('12 11 10 9 8 of 12')
  expect((await pin(3)).body).toMatchObject({ pinned_at: expect.any(String), state: 'published' })
  await pin(7)
  await pin(3)
  const ofProduct = { product_id: 'moka' }
  await expect.poll(() => page(ofProduct)).toBe('7* 3* 12 11 10 of 12')
  expect(await page({ product_id: 'moka', offset: '5' })).toBe('9 8 6 5 4 of 12')
  expect(await page({ product_id: 'moka', offset: '1', limit: '3' })).toBe('3* 12 11 of 12')
  expect(await page({ product_id: 'moka', offset: '10' })).toBe('2 1 of 12')
  expect(await page({ product_id: 'moka', offset: '20' })).toBe(' of 12')
  expect(await page({ product_id: 'moka', orderBy: 'oldest' })).toBe('1 2 3* 4 5 of 12')
  expect(await page({ product_id: 'moka', rating: '4' })).toBe('8 3* of 2')
  expect(await page({})).toBe('12 11 10 9 8 of 12')
  expect(await page({ ...ofProduct, pinned: 'true' })).toBe('7* 3* of 2')
  expect(await page({ pinned: 'true', rating: '4', limit: '1' })).toBe('3* of 1')
  expect((await ratings()).body).toEqual(before)
  const html = await readAs(service, store, 'reviews.html', { ...ofProduct, limit: '1', lang: 'en' })
  expect(html.body).toContain('Chosen by the store')
  for (const other of [{ terms: 'heats' }, { pictured: 'true' }] as Record<string, string>[]) {
    const refused = await readAs(service, store, 'reviews.json', { pinned: 'true', ...other })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('pinned')])
  }
  expect(await findWrongSummaries(service.database, [store.storeId])).toEqual([])
})

test('a pinned review that is no longer published loses its place, and a recount agrees', async () => {
  await pin(7, 'unpin')
  const { send } = await aManageKey(service, { store })
  await send('POST', `/reviews/${reviews[2]?.id}/reject`, { reason: 'spam' })
  await expect.poll(() => page({ product_id: 'moka' })).toBe('12 11 10 9 8 of 11')
  expect(await page({ pinned: 'true' })).toBe(' of 0')
  expect((await pin(3)).status).toBe(409)
  await send('POST', `/reviews/${reviews[2]?.id}/publish`)
  await expect.poll(() => page({ product_id: 'moka' })).toBe('3* 12 11 10 9 of 12')
  expect(await findWrongSummaries(service.database, [store.storeId])).toEqual([])
  const { database } = service
  await database.query(sql`update rating_summaries set pinned = 4 where store_id = ${store.storeId}`)
  expect(await findWrongSummaries(database, [store.storeId])).toHaveLength(1)
  await database.transaction(tx => rebuildSummaries(tx, store.storeId, ['moka']))
  expect(await findWrongSummaries(database, [store.storeId])).toEqual([])
})

test('a review that was rejected does not return as a sixth pin', async () => {
  const other = await aStore(service.database)
  const six = times(6, () => aReview({ product_id: 'moka' }))
  await addProducts(service, other, { moka: 'MOKA' })
  await addReviews(service, other, ...six)
  const { send } = await aManageKey(service, { store: other })
  const on = async (no: number, how: string) =>
    (await send('POST', `/reviews/${six[no]?.id}/${how}`, how === 'reject' ? { reason: 'spam' } : undefined))
      .status
  for (const no of [0, 1, 2, 3, 4]) expect(await on(no, 'pin')).toBe(200)
  await on(0, 'reject')
  await on(1, 'reject')
  // There is room for one of the two.
  expect(await on(5, 'pin')).toBe(200)
  await on(0, 'publish')
  await on(1, 'publish')
  const pinned = await service.database.query<{ id: string }>(sql`
    select id from reviews where store_id = ${other.storeId} and pinned_at is not null`)
  expect(pinned.map(({ id }) => id).toSorted()).toEqual(
    six
      .slice(1)
      .map(({ id }) => id)
      .toSorted(),
  )
  expect(await findWrongSummaries(service.database, [other.storeId])).toEqual([])
})

test('a review is pinned while it is decided, without a deadlock', async () => {
  const { send } = await aManageKey(service, { store })
  const decide = (how: string) =>
    send('POST', `/reviews/${reviews[11]?.id}/${how}`, how === 'reject' ? { reason: 'spam' } : undefined)
  const answers = await Promise.all(times(30, at => decide(['pin', 'reject', 'publish'][at % 3] as string)))
  // 409: it is not published at that moment.
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  await decide('publish')
})

test('variants that share reviews show the pins of each other', async () => {
  const variants = ['red', 'blue'].map(product_id => aReview({ product_id, title: `No. ${product_id}` }))
  await addReviews(service, store, ...variants)
  await service.database.transaction(tx =>
    groupProducts(tx, store.storeId, { productIds: ['red', 'blue'], move: false }, moveGroupSums, by),
  )
  await expect.poll(() => page({ product_id: 'blue' })).toBe('blue red of 2')
  await pin(1, 'pin', variants)
  await expect.poll(() => page({ product_id: 'blue' })).toBe('red* blue of 2')
  const more = times(6, no => aReview({ product_id: no % 2 === 0 ? 'red' : 'blue', title: `No. ${no}` }))
  await addReviews(service, store, ...more)
  for (let no = 1; no <= 6; no++) await pin(no, 'pin', more)
  // The five that were pinned last, and then all others by date.
  await expect.poll(() => page({ product_id: 'blue', limit: '10' })).toBe('5* 4* 3* 2* 1* 0* blue red* of 8')
  const alone = { product_id: 'blue', pinned: 'true', limit: '2', offset: '1' }
  expect(await page(alone)).toBe('4* 3* of 7')
})
