import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { importIntoNewStore } from '../../../../test/exchange/imports.ts'
import { openForTests } from '../../../../test/for-each-test/open-for-tests.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test("Opinew's export is recognised, and a row with only a SKU finds its product", async () => {
  const { report, reviews } = await importIntoNewStore(it, read('opinew.csv'))
  expect(report).toMatchObject({ format: 'Opinew', imported: 2, refused: [] })
  expect(reviews).toMatchObject([
    {
      product_id: '9901',
      product_sku: 'SO-1',
      rating: 5,
      body: 'Smells of roses',
      display_name: 'Wes',
      email: 'wes@example.com',
      created_at: '2025-07-01T13:00:00.000Z',
      state: 'published',
      reply: 'Merci',
      reply_created_at: '2025-07-02T13:00:00.000Z',
      pictures: ['https://cdn.example/s.jpg'],
    },
    { product_id: '9901', rating: 2, state: 'pending' },
  ])
})
