import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import {
  importedAt,
  importedQuestions,
  importIntoNewStore,
  importQuestionText,
} from '../../../../test/exchange/imports.ts'
import { openForTests } from '../../../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../../../test/users.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

const it = openForTests(startTestApp)

test('each column of a reviews file is read as documented', async () => {
  const { report, reviews } = await importIntoNewStore(it, read('reviews.csv'))
  expect(report).toEqual({
    format: 'Realword',
    unread: [],
    imported: 3,
    skipped: 0,
    undated: 1,
    withoutSku: 0,
    refused: [],
    refusedMore: 0,
    notes: [],
    skippedStates: {},
    pictures: { count: 2, videos: 0, hosts: { 'shop.example': 2 } },
    ...{ updated: 0, waiting: 0, laterConsents: { count: 0, rows: [] } },
    columns: expect.objectContaining({ product_id: 'product_id', reply: 'reply' }),
  })
  const now = new Date(importedAt).toISOString()
  expect(reviews).toMatchObject([
    {
      product_id: 'P-1',
      product_sku: 'MOKA-6',
      product_name: 'Cafeteira moka, 6 xícaras',
      rating: 5,
      title: 'Café como tem que ser',
      body: 'Esquenta rápido\ne não vaza. "Perfeita" 😀',
      display_name: 'Ana M.',
      email: 'Ana@Example.com',
      address: 'ana@example.com',
      recommended: true,
      verified_purchase: true,
      state: 'published',
      language: 'pt-BR',
      created_at: '2026-03-02T10:12:00.000Z',
      published_at: new Date('2026-03-02T10:12:00Z'),
      reply: 'Obrigado!',
      // Without a zone, the store's applies: three hours behind UTC.
      reply_created_at: '2026-03-03T12:00:00.000Z',
      pictures: ['https://shop.example/1.jpg', 'https://shop.example/2.jpg'],
      votes: 0,
    },
    {
      product_id: 'P-1',
      rating: 4,
      title: '',
      email: 'no address',
      address: null,
      recommended: false,
      verified_purchase: false,
      state: 'pending',
      published_at: null,
      created_at: '2026-03-04T11:30:00.000Z',
      reply: null,
      reply_created_at: null,
      pictures: [],
    },
    {
      product_id: 'COPO-2',
      product_sku: 'COPO-2',
      product_name: 'COPO-2',
      rating: 1,
      body: '',
      display_name: '',
      email: null,
      recommended: null,
      state: 'rejected',
      created_at: now,
    },
  ])
})

test('each column of a questions file is read as documented', async () => {
  const { storeId } = await aStore(it.database)
  const report = await importQuestionText(it, storeId, read('questions.csv'))
  expect(report).toMatchObject({ imported: 2, skipped: 0, refused: [] })
  expect(await importedQuestions(it, storeId)).toMatchObject([
    {
      product_id: 'P-1',
      body: 'Serve em fogão de indução?',
      display_name: 'Bia',
      email: 'bia@example.com',
      address: 'bia@example.com',
      state: 'published',
      language: 'pt-BR',
      created_at: new Date('2026-03-02T13:12:00Z'),
      published_at: new Date('2026-03-02T13:12:00Z'),
      reply: 'Sim, a partir de 12 cm.',
      reply_created_at: new Date('2026-03-02T17:00:00Z'),
    },
    {
      product_id: 'COPO-2',
      body: 'Vai na lava-louças?',
      email: null,
      state: 'pending',
      created_at: new Date(importedAt),
      published_at: null,
      reply: null,
    },
  ])
  expect(await importQuestionText(it, storeId, read('questions.csv'))).toMatchObject({
    imported: 0,
    skipped: 2,
  })
})
