import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../app.ts'
import { productId, seedNow } from './seeded.ts'
import { createWorlds, marker, type World } from './worlds.ts'

// The public reads of a store, alone and between its twins: both answers must be equal and contain nothing of the twins.

const worlds = await createWorlds()
const { storeId, storeKey } = worlds.seeded.store
const start = ({ target, folder }: World) => startTestApp({ ...worlds.settings, DATA_DIR: folder }, target)
const alone = await start(worlds.alone)
const beside = await start(worlds.beside)
for (const it of [alone, beside]) it.setNow(seedNow)
afterAll(async () => {
  await alone.close()
  await beside.close()
  await worlds.close()
})

test.each([
  'ratings.json?expand=metrics',
  `ratings.json?product_id=${productId}`,
  'ratings.json?sku=SKU-1',
  'reviews.json?limit=100',
  `reviews.json?product_id=${productId}&orderBy=most_voted`,
  'reviews.json?orderBy=with_pictures',
  'reviews.json?rating=3&orderBy=oldest',
  'store-reviews.json',
  'store-rating.json',
  'reviews.json?terms=heats',
  `reviews.json?terms=heats&product_id=${productId}`,
  'reviews.json?sku=SKU-1&orderBy=most_positive',
  'questions.json?expand=reply&limit=100',
  'questions.json?terms=heats&expand=reply',
  `questions.json?product_id=${productId}`,
  `reviews.html?product_id=${productId}`,
  `topics.json?product_id=${productId}`,
  `structured-data.json?product_id=${productId}`,
])('%s', async path => {
  const read = async ({ send, url }: typeof alone) => {
    const sign = path.includes('?') ? '&' : '?'
    const answer = await send('GET', `/api/v1/${path}${sign}store_id=${storeId}&store_key=${storeKey}`)
    return { status: answer.status, body: JSON.stringify(answer.body).replaceAll(url, '<address>') }
  }
  const expected = await read(alone)
  expect(expected.status).toBe(200)
  expect(expected.body).not.toContain('"count":0')
  expect(await read(beside)).toEqual(expected)
  expect(expected.body).not.toContain(marker)
})
