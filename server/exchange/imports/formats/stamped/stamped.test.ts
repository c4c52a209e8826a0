import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { importIntoNewStore } from '../../../../test/exchange/imports.ts'
import { openForTests } from '../../../../test/for-each-test/open-for-tests.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test("Stamped's export is recognised", async () => {
  const { report, reviews } = await importIntoNewStore(it, read('stamped.csv'))
  expect(report).toMatchObject({ format: 'Stamped', imported: 2, refused: [] })
  expect(reviews).toMatchObject([
    {
      product_id: '61',
      product_name: 'Desk lamp',
      rating: 5,
      title: 'Bright',
      body: 'Bright and quiet',
      display_name: 'Ola',
      email: 'ola@example.com',
      created_at: '2025-05-06T10:08:09.000Z',
      state: 'published',
      verified_purchase: false,
      pictures: [],
    },
    { rating: 3, display_name: 'Per', state: 'pending' },
  ])
})
