import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { importIntoNewStore } from '../../../test/exchange/imports.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test("WooCommerce's comments: replies belong to their reviews, and nothing that waits or is spam is public", async () => {
  const { report, reviews } = await importIntoNewStore(it, read('woocommerce/woocommerce.csv'))
  expect(report).toMatchObject({
    format: 'WooCommerce',
    imported: 2,
    skippedStates: { spam: 1, trash: 1, order_note: 1 },
    unread: [],
    notes: ['1 rows of the file are replies of the store. Each belongs to the review that it answers.'],
    refused: [
      { row: 6, column: null, problem: 'The row is a reply that the store did not write.' },
      { row: 7, problem: 'The row is a reply, and the file does not have the review that it answers.' },
      { row: 8, problem: 'The row is a reply to another reply, and only replies to reviews are imported.' },
    ],
  })
  expect(reviews).toMatchObject([
    {
      product_id: '44',
      product_sku: 'POT-1',
      rating: 5,
      body: 'Boils fast',
      display_name: 'Olga Reis',
      email: 'olga@example.com',
      created_at: '2026-01-10T13:12:00.000Z',
      verified_purchase: true,
      state: 'published',
      reply: 'Thank you, Olga!',
      reply_created_at: '2026-01-12T12:00:00.000Z',
    },
    { rating: 2, state: 'pending', published_at: null, reply: null },
  ])
})

test.each([
  [
    'PrestaShop',
    'prestashop/prestashop.csv',
    { deleted: 1 },
    [
      {
        ...{ product_id: '8', rating: 5, title: 'Well made', body: 'Solid oak', display_name: 'Elise M' },
        ...{ created_at: '2024-02-03T13:11:12.000Z', state: 'published' },
      },
      { rating: 1, state: 'pending' },
    ],
  ],
  [
    'Magento',
    'magento/magento.csv',
    {},
    [
      {
        ...{ product_id: '19', rating: 4, title: 'Good light', body: 'Bright enough to read' },
        ...{ display_name: 'Nils', created_at: '2024-05-06T10:08:09.000Z', state: 'published' },
      },
      { state: 'pending' },
      { state: 'rejected' },
    ],
  ],
  [
    'OpenCart',
    'opencart/opencart.csv',
    {},
    [
      {
        ...{ product_id: '40', rating: 5, body: 'Good kettle', display_name: 'Vera Lins' },
        ...{ created_at: '2025-03-02T13:12:00.000Z', state: 'published' },
      },
      { rating: 1, state: 'pending' },
    ],
  ],
  [
    'Ryviu',
    'ryviu/ryviu.csv',
    {},
    [
      {
        ...{ product_id: 'scarf', rating: 5, body: 'Soft and long', email: 'lena@example.com' },
        ...{ state: 'published', pictures: ['https://shop.example/s1.jpg', 'https://shop.example/s2.jpg'] },
      },
      { rating: 1, state: 'rejected' },
    ],
  ],
  [
    'Trustoo',
    'trustoo/trustoo.csv',
    {},
    [
      {
        ...{ product_id: 'lamp', rating: 5, body: 'Lights the room', email: 'mara@example.com' },
        ...{ verified_purchase: true, reply: 'Thanks', created_at: '2026-03-02T03:00:00.000Z' },
        ...{ state: 'published', pictures: ['https://shop.example/1.jpg', 'https://shop.example/2.jpg'] },
      },
      { rating: 1, verified_purchase: false, state: 'rejected' },
    ],
  ],
  ['Trustoo', 'trustoo/export.csv', {}, [{ product_id: 'lamp', rating: 4, state: 'published' }]],
  [
    'Feefo',
    'feefo/feefo.csv',
    {},
    [
      {
        ...{ product_id: 'BAG-1', rating: 4, body: 'Strong handles', display_name: 'Amy Bell' },
        ...{ email: 'amy@example.com', created_at: '2025-02-05T03:00:00.000Z' },
      },
    ],
  ],
  ['Stamped', 'stamped/template.csv', {}, [{ product_id: '62', state: 'published' }, { state: 'pending' }]],
])("%s's file %s is recognised, and what the shop has not published is not public", async (format, name, skippedStates, expected) => {
  const { report, reviews } = await importIntoNewStore(it, read(name))
  expect(report).toMatchObject({ format, imported: expected.length, refused: [], skippedStates })
  expect(reviews).toMatchObject(expected)
})
