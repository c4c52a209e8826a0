import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { importedAt, importIntoNewStore } from '../../test/exchange/imports.ts'
import { aReview } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { addProducts, addReviews } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { withdrawReview } from '../reviews/moderate.ts'

let service: TestApp
let store: Member
beforeAll(async () => {
  service = await startTestApp({ STORE_RATE_LIMIT: '12' })
  store = await aStore(service.database)
  await addProducts(service, store, { moka: 'MOKA' })
})
afterAll(() => service.close())

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await service.send('GET', `/transparency/${path}`, { headers })
  const page = String(answer.body)
  const rows = [...page.matchAll(/<tr( class="part")?><th scope="row">([^<]*)<\/th><td>([^<]*)<\/td>/g)]
  return {
    ...answer,
    page,
    rows: rows.map(([, part, label, count]) => `${part ? '- ' : ''}${label} ${count}`),
  }
}

test('the page says how reviews are collected, and counts those of the last 12 months by what became of them', async () => {
  const now = Date.now()
  const review = (state: string, days: number, more = {}) =>
    aReview({
      ...{ product_id: 'moka', state: state as 'published', created_at: new Date(now - days * 86_400_000) },
      ...more,
    })
  await addReviews(
    service,
    store,
    ...[1, 2, 3].map(days => review('published', days, { rating: days, incentivized: days === 1 })),
    review('published', 400, { incentivized: true }),
    review('pending', 4, { incentivized: true }),
    review('pending', 401),
    review('unconfirmed', 5),
    review('rejected', 6, { moderation_reason: 'spam' }),
    review('rejected', 7, { moderation_reason: 'offensive' }),
    review('removed', 8, { moderation_reason: 'spam' }),
    review('removed', 9),
    review('removed', 402),
  )
  const { status, headers, page, rows } = await open(`${store.storeId}?locale=en-GB`)
  expect([status, headers.get('content-language'), headers.get('set-cookie')]).toEqual([200, 'en', null])
  expect(rows).toEqual([
    'Received 8',
    'Published 3',
    'Waiting for a decision 1',
    'Refused 3',
    '- It is advertising, or repeats the same text. 2',
    '- It insults, threatens or discriminates against someone. 1',
    'Withdrawn by their authors 1',
    'Published, with a reward for the author 1',
  ])
  expect(page).toContain('checked automatically')
  expect(page).toContain('deleted for good after a year')
  expect(page).not.toContain('Anyone can also write')
  await addReviews(service, store, review('published', 10))
  await changeSettings(service, store.storeId, { moderation: 'hold', open_reviews: true })
  const german = await open(store.storeId, { 'accept-language': 'de' })
  expect(german.page).toContain('Ein Mensch liest jede Bewertung')
  expect(german.page).toContain('Auf der Website des Shops kann jede Person')
  // Counted once an hour.
  expect(german.rows).toContain('Veröffentlicht 3')
  const arabic = await open(`${store.storeId}?locale=ar`)
  expect(arabic.page).toContain('dir="rtl"')
})

test('reviews that an import hid are refused, and not withdrawn by their authors', async () => {
  service.setNow(importedAt)
  const weekAgo = new Date(importedAt - 7 * 86_400_000).toISOString()
  const csv = [
    'product_id,rating,body,display_name,email,created_at,state',
    ...['rejected', 'removed', 'published', 'pending'].map(
      (state, index) =>
        `moka,1,It broke on day ${index}.,Ana ${index},ana${index}@example.com,${weekAgo},${state}`,
    ),
  ]
  const { storeId } = await importIntoNewStore(service, csv.join('\n'))
  const { rows } = await open(`${storeId}?locale=en`)
  expect(rows).toEqual([
    'Received 4',
    'Published 1',
    'Waiting for a decision 1',
    'Refused 2',
    '- Before they were imported 2',
    'Withdrawn by their authors 0',
    'Published, with a reward for the author 0',
  ])
})

test('an imported review that its author withdraws is withdrawn, and not refused', async () => {
  service.setNow(importedAt)
  const row = `moka,1,It broke.,Ana,ana@example.com,${new Date(importedAt - 86_400_000).toISOString()},pending`
  const csv = `product_id,rating,body,display_name,email,created_at,state\n${row}`
  const { storeId } = await importIntoNewStore(service, csv)
  const [review] = await service.database.query<{ id: string }>(sql`
    select id
    from reviews
    where store_id = ${storeId}`)
  await service.database.transaction(tx =>
    withdrawReview(tx, storeId, String(review?.id), new Date(importedAt)),
  )
  const { rows } = await open(`${storeId}?locale=en`)
  expect(rows).toEqual(expect.arrayContaining(['Refused 0', 'Withdrawn by their authors 1']))
})

test.each([
  [364, false],
  [367, true],
])('a last reward %i days ago: that the store gives nothing is %s', async (days, none) => {
  service.setNow(importedAt)
  const { storeId } = await aStore(service.database)
  const at = new Date(importedAt - days * 86_400_000)
  await service.database.query(sql`
    insert into rewards (store_id, order_id, code, gives, promised_at, until, kept_until)
    values (${storeId}, '1', 'MUG', 'a mug', ${at}, ${at}, ${at})`)
  const { page } = await open(`${storeId}?locale=en`)
  expect(page.includes('The store gives nothing for reviews.')).toBe(none)
})

test('unknown and suspended stores have no such page, and a stranger may not reload one all day', async () => {
  const suspended = await aStore(service.database)
  await changeSettings(service, suspended.storeId, { active: false })
  for (const id of [uuid(), 'none', suspended.storeId]) {
    const { status, page } = await open(`${id}?locale=en`)
    expect([status, page.includes('<h1>')]).toEqual([404, true])
  }
  await expect.poll(async () => (await open(store.storeId)).status).toBe(429)
})
