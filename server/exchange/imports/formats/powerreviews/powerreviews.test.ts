import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { importIntoNewStore } from '../../../../test/exchange/imports.ts'
import { openForTests } from '../../../../test/for-each-test/open-for-tests.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test("PowerReviews' export is recognised, with months first", async () => {
  const { report, reviews } = await importIntoNewStore(it, read('powerreviews.csv'))
  expect(report).toMatchObject({ format: 'PowerReviews', imported: 3, refused: [] })
  expect(reviews).toMatchObject([
    {
      product_id: 'TENT-2',
      rating: 5,
      title: 'Dry all night',
      body: 'Rain for three days and dry inside',
      display_name: '',
      created_at: '2024-03-05T03:00:00.000Z',
      verified_purchase: true,
      state: 'published',
    },
    { rating: 1, verified_purchase: false, state: 'pending', created_at: '2024-12-31T03:00:00.000Z' },
    { state: 'rejected' },
  ])
})
