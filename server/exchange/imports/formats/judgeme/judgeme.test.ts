import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { importIntoNewStore, reviewsOfStore } from '../../../../test/exchange/imports.ts'
import { openForTests } from '../../../../test/for-each-test/open-for-tests.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test("Judge.me's export is recognised, and rows without a product are reviews of the store", async () => {
  const { report, reviews, storeId } = await importIntoNewStore(it, read('judgeme.csv'))
  expect(report).toMatchObject({
    format: 'Judge.me',
    imported: 4,
    refused: [],
    notes: expect.arrayContaining([
      expect.stringMatching(/^1 row names no product, as Judge\.me writes reviews of the store/),
    ]),
  })
  expect(await reviewsOfStore(it, storeId)).toEqual([{ body: 'Fast delivery', state: 'published' }])
  expect(reviews).toMatchObject([
    {
      product_id: '7001',
      rating: 5,
      title: 'Lovely mug',
      body: 'Keeps the tea warm, and fits my hand',
      display_name: 'Joan P.',
      email: 'joan@example.com',
      created_at: '2025-03-02T10:12:00.000Z',
      state: 'published',
      verified_purchase: false,
      recommended: null,
      reply: 'Thank you Joan!',
      reply_created_at: '2025-03-04T08:00:00.000Z',
      pictures: ['https://cdn.example/a,b.jpg', 'https://cdn.example/c.jpg'],
    },
    { product_id: '7001', rating: 1, state: 'pending', email: null, reply: null },
    // Other rows of the file say which product has this handle.
    { product_id: '7001', state: 'rejected' },
  ])
})

test("dates in Judge.me's template start with the day", async () => {
  const { report, reviews } = await importIntoNewStore(it, read('template.csv'))
  expect(report).toMatchObject({ format: 'Judge.me', imported: 1, refused: [] })
  // Midnight in the store's time zone. The reply has no date of its own.
  const created_at = '2024-03-05T03:00:00.000Z'
  expect(reviews).toMatchObject([{ rating: 4, created_at, reply: 'Thanks!', reply_created_at: created_at }])
})
