import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { importIntoNewStore } from '../../../../test/exchange/imports.ts'
import { openForTests } from '../../../../test/for-each-test/open-for-tests.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test("Okendo's export is recognised, and private replies are left out", async () => {
  const { report, reviews } = await importIntoNewStore(it, read('okendo.csv'))
  expect(report).toMatchObject({ format: 'Okendo', imported: 2, refused: [] })
  expect(reviews).toMatchObject([
    {
      product_id: '8801',
      product_sku: 'KN-1',
      rating: 5,
      title: 'Sharp',
      body: 'Cuts well',
      display_name: 'Uma',
      email: 'uma@example.com',
      created_at: '2025-06-01T00:00:00.000Z',
      recommended: true,
      verified_purchase: true,
      incentivized: false,
      state: 'published',
      reply: 'Thank you',
      reply_created_at: '2025-06-02T00:00:00.000Z',
      pictures: ['https://cdn.example/k1.jpg', 'https://cdn.example/k2.jpg'],
    },
    {
      ...{ rating: 2, recommended: false, verified_purchase: false, incentivized: true },
      ...{ state: 'pending', reply: null },
    },
  ])
})
