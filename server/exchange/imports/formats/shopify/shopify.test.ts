import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { importIntoNewStore } from '../../../../test/exchange/imports.ts'
import { openForTests } from '../../../../test/for-each-test/open-for-tests.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test('the export of Shopify Product Reviews is recognised', async () => {
  const { report, reviews } = await importIntoNewStore(it, read('shopify.csv'))
  expect(report).toMatchObject({ format: 'Shopify Product Reviews', imported: 2, refused: [] })
  expect(reviews).toMatchObject([
    {
      product_id: 'pan',
      rating: 5,
      title: 'Even heat',
      body: 'Heats evenly',
      display_name: 'Yara',
      email: 'yara@example.com',
      created_at: '2023-08-01T10:00:00.000Z',
      state: 'published',
      reply: 'Obrigado',
      reply_created_at: '2023-08-02T10:00:00.000Z',
    },
    { rating: 1, state: 'pending', created_at: '2023-08-03T08:00:00.000Z' },
  ])
})
