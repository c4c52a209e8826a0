import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aFile, importText } from '../../../test/exchange/imports.ts'
import { importFile, uploadFile } from '../../../test/exchange/transfers.ts'
import { aStore } from '../../../test/users.ts'

// A Friday noon in São Paulo.
const now = Date.UTC(2026, 10, 20, 15)

let it: TestApp
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  it.setNow(now)
})
afterAll(() => it.close())

/** What a trial shows over HTTP, and what the import keeps of it. */
async function preview(kind: string, file: string, prepare?: (storeId: string) => Promise<unknown>) {
  const { storeId } = await aStore(it.database)
  await prepare?.(storeId)
  const owner = await aMember(it, storeId, 'owner')
  const { body } = await uploadFile(it, owner, storeId, kind, file)
  const { tried, done } = await importFile(it, owner, storeId, body.id)
  expect(done.preview).toBeNull()
  const { result } = (await owner.send('GET', `/stores/${storeId}/imports`)).body
  expect(result[0]).not.toHaveProperty('preview')
  return tried.preview
}

test('ten reviews are shown as they will be, with one of each kind', async () => {
  const plain = Array.from({ length: 14 }, (_, index) => ({ body: `Plain ${index + 1}`, rating: '5' }))
  const rows = [
    ...plain,
    { rating: 'nine' },
    { body: 'Spam', state: 'rejected', created_at: '2026-01-02' },
    {
      ...{
        product_id: 'P-2',
        product_name: 'Blue mug',
        rating: '2',
        title: 'Chipped',
        body: `It\u2019s ${'long '.repeat(200)}`,
      },
      ...{ display_name: 'Ana Reis', email: 'ana@example.com', created_at: '2026-03-02T10:00:00Z' },
      ...{ verified_purchase: 'yes', reply: 'Sorry!' },
      pictures: [1, 2, 3, 4, 5, 6].map(number => `https://cdn.example/${number}.jpg`).join(' '),
    },
  ]
  const { rows: shown, orders } = await preview('review', aFile(...rows))
  expect(orders).toEqual([])
  expect(shown.map(({ row }: { row: number }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 16, 17])
  expect(shown[0]).toMatchObject({ body: 'Plain 1', created_at: null, state: 'published', rating: 5 })
  expect(shown.at(-2)).toMatchObject({ state: 'rejected', created_at: '2026-01-02T03:00:00.000Z' })
  expect(shown.at(-1)).toEqual({
    ...{ row: 17, product_id: 'P-2', product_name: 'Blue mug', rating: 2, title: 'Chipped' },
    body: `${`It\u2019s ${'long '.repeat(200)}`.slice(0, 600).trimEnd()}\u2026`,
    ...{ display_name: 'Ana Reis', created_at: '2026-03-02T10:00:00.000Z', state: 'published' },
    ...{ verified_purchase: true, reply: 'Sorry!', more_pictures: 2 },
    pictures: [1, 2, 3, 4].map(number => `https://cdn.example/${number}.jpg`),
  })
})

test('products have the names of the store, also those known by SKU alone; known rows are not shown', async () => {
  const file = 'product_id,product_sku,rating,body\nP-1,,5,First\n,MUG,4,Second\nP-9,,3,Third\n'
  const { rows } = await preview('review', file, async storeId => {
    await it.database.query(sql`
      insert into products (store_id, id, product_id, sku, name, price, url, created_at)
      values (${storeId}, ${uuid()}, 'P-1', 'MUG', 'Blue mug', 0, '', ${new Date(now)})`)
    await importText(it, storeId, 'product_id,rating,body\nP-9,3,Third\n')
  })
  expect(rows.map((one: { row: number; product_name: string }) => [one.row, one.product_name])).toEqual([
    [1, 'Blue mug'],
    [2, 'Blue mug'],
  ])
})

test('questions are shown with their answers', async () => {
  const file = 'product_id,body,display_name,created_at,reply\nP-1,Is it blue?,Bia,2026-03-02,Yes\n'
  const { rows } = await preview('question', file)
  expect(rows).toMatchObject([{ rating: null, title: '', body: 'Is it blue?', reply: 'Yes', pictures: [] }])
})

test('orders are shown with the buyer, the lines, and when the request leaves or why none does', async () => {
  const line = (id: string, delivered: string, product: string, email: string, state = 'Delivered') =>
    `${id},2026-11-10,${delivered},${product},Mug ${product},Ana da Silva,${email},${state}`
  const file = [
    'order_id,order_date,delivery_date,product_id,product_name,customer_name,customer_email,fulfillment_status',
    line('1', '2026-11-18', 'P-1', 'a@example.com'),
    line('1', '2026-11-18', 'P-2', 'a@example.com'),
    line('2', '', 'P-1', 'b@example.com', 'Pending'),
    line('3', '2026-11-18', 'OFF', 'c@example.com'),
    line('4', '2026-11-18', 'P-1', 'none@example.com'),
    line('5', '2026-11-18', 'P-1', 'e@example.com', 'Cancelled'),
    '6,2025-01-02,2025-01-05,P-1,Mug,,f@example.com,Delivered',
  ].join('\n')
  const { rows, orders } = await preview('order', file, async storeId => {
    await it.database.query(sql`
      insert into products (store_id, id, product_id, sku, name, price, url, created_at, asks_for_reviews)
      values (${storeId}, ${uuid()}, 'OFF', '', 'Gift card', 0, '', ${new Date(now)}, false)`)
    await it.database.transaction(tx =>
      suppress(tx, storeId, 'none@example.com', 'unsubscribed', new Date(now)),
    )
  })
  expect(rows).toEqual([])
  expect(orders).toMatchObject([
    {
      ...{ row: 1, order_id: '1', buyer: 'Ana S.', outcome: 'scheduled', more_products: 0 },
      // 25 November, a Wednesday, at 10:00 in São Paulo.
      ...{ due_at: '2026-11-25T13:00:00.000Z', reasons: [{ name: 'days', values: { days: 7 } }] },
      products: [
        { product_id: 'P-1', name: 'Mug P-1', waits: false },
        { product_id: 'P-2', name: 'Mug P-2', waits: false },
      ],
    },
    { order_id: '2', outcome: 'waiting', due_at: null },
    { order_id: '3', outcome: 'not_asked', due_at: null },
    {
      ...{ order_id: '4', outcome: 'suppressed', due_at: null },
      reasons: [{ name: 'not_sent', values: { why: 'unsubscribed' } }],
    },
    { order_id: '6', outcome: 'expired', buyer: '', reasons: expect.arrayContaining([{ name: 'expired' }]) },
  ])
})

test('a cut text is one that PostgreSQL stores', async () => {
  const { rows } = await preview('review', aFile({ body: '😀'.repeat(500), title: `x${'😀'.repeat(150)}` }))
  expect(rows[0].body).toBe(`${'😀'.repeat(300)}\u2026`)
  expect(rows[0].title).toBe(`x${'😀'.repeat(99)}\u2026`)
})

test('of an order five products are shown, and 200 characters of a name', async () => {
  const name = 'é'.repeat(201)
  const line = (product: number) => `1,2026-11-10,2026-11-18,P-${product},${name},${name},ana@example.com`
  const header = 'order_id,order_date,delivery_date,product_id,product_name,customer_name,customer_email'
  const { orders } = await preview('order', [header, ...[1, 2, 3, 4, 5, 6].map(line)].join('\n'))
  const cut = `${'é'.repeat(200)}\u2026`
  expect(orders).toMatchObject([{ order_id: '1', buyer: cut, more_products: 1 }])
  expect(orders[0].products).toEqual(
    [1, 2, 3, 4, 5].map(product => ({ product_id: `P-${product}`, name: cut, waits: false })),
  )
})
