import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { importIntoNewStore } from '../../../../test/exchange/imports.ts'
import { openForTests } from '../../../../test/for-each-test/open-for-tests.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test("Loox's export is recognised", async () => {
  const { report, reviews } = await importIntoNewStore(it, read('loox.csv'))
  expect(report).toMatchObject({ format: 'Loox', imported: 2, refused: [] })
  expect(reviews).toMatchObject([
    {
      product_id: '5501',
      rating: 5,
      body: 'Soft, and big enough',
      display_name: 'Eve',
      email: 'eve@example.com',
      created_at: '2025-04-01T12:00:00.000Z',
      verified_purchase: true,
      state: 'published',
      pictures: ['https://cdn.example/t.jpg'],
    },
    { rating: 2, display_name: 'Rui Alves', verified_purchase: false, state: 'rejected', pictures: [] },
  ])
})

test("Loox's template is recognised", async () => {
  const { report, reviews } = await importIntoNewStore(it, read('template.csv'))
  expect(report).toMatchObject({ format: 'Loox', imported: 1, refused: [] })
  expect(reviews).toMatchObject([
    {
      product_id: '5501',
      display_name: 'Ida',
      body: 'Good towel',
      created_at: '2025-04-03T03:00:00.000Z',
      verified_purchase: false,
      reply: 'Thanks',
      reply_created_at: '2025-04-04T03:00:00.000Z',
      pictures: ['https://cdn.example/i.jpg'],
    },
  ])
})
