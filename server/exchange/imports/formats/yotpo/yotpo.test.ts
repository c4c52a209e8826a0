import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { importIntoNewStore, reviewsOfStore } from '../../../../test/exchange/imports.ts'
import { openForTests } from '../../../../test/for-each-test/open-for-tests.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test("Yotpo's export is recognised, and only its verified buyers are verified", async () => {
  const { report, reviews, storeId } = await importIntoNewStore(it, read('yotpo.csv'))
  expect(report).toMatchObject({
    format: 'Yotpo',
    imported: 3,
    refused: [],
    notes: expect.arrayContaining([expect.stringContaining('as Yotpo writes reviews of the store')]),
  })
  expect(await reviewsOfStore(it, storeId)).toEqual([{ body: 'Great shop', state: 'published' }])
  expect(reviews).toMatchObject([
    {
      product_id: '4410',
      product_name: 'Wool socks',
      rating: 5,
      title: 'Warm',
      body: 'Warm socks',
      display_name: 'Lee',
      email: 'lee@example.com',
      created_at: '2025-01-10T09:00:00.000Z',
      verified_purchase: true,
      state: 'published',
      pictures: ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg'],
    },
    { rating: 2, verified_purchase: false, state: 'rejected', pictures: [] },
  ])
})

test("the second form of Yotpo's export is recognised", async () => {
  const { report, reviews } = await importIntoNewStore(it, read('second-form.csv'))
  expect(report).toMatchObject({ format: 'Yotpo', imported: 1, refused: [] })
  expect(reviews).toMatchObject([
    {
      product_id: 'wool-socks',
      display_name: 'Noa',
      email: 'noa@example.com',
      verified_purchase: true,
      state: 'published',
      created_at: '2025-02-01T03:00:00.000Z',
    },
  ])
})

test('a form of its export with replies, SKUs and dates of orders is read too', async () => {
  const { report, reviews } = await importIntoNewStore(it, read('third-form.csv'))
  expect(report).toMatchObject({ format: 'Yotpo', imported: 2, refused: [] })
  expect(report.unread).not.toContain('Comment Content')
  expect(reviews).toMatchObject([
    {
      product_id: '4410',
      product_sku: 'SOCK-1',
      verified_purchase: true,
      pictures: ['https://cdn.example/s.jpg'],
      reply: 'Thank you',
      reply_created_at: '2025-03-02T09:00:00.000Z',
    },
    { rating: 2, verified_purchase: false, pictures: [], reply: null },
  ])
})
