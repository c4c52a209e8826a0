import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readOrder } from '../../../asking/orders/orders.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { importedAt, surveys, worded } from '../../../test/exchange/imports.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { aStore } from '../../../test/users.ts'
import { importOrders } from '../imports.ts'
import type { OrderImportOptions } from './batches.ts'

let it: TestApp
let storeId: string
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())
beforeEach(async () => {
  storeId = (await aStore(it.database, { time_zone: 'America/Sao_Paulo' })).storeId
})

/** A file with these cells. */
function aFile(...rows: Record<string, string>[]): string {
  const filled = rows.map(row => ({
    ...{ order_id: '1', order_date: '2026-11-10', delivery_date: '2026-11-18', product_id: 'P-1' },
    ...{ customer_email: 'ana@example.com', ...row },
  }))
  const names = [...new Set(filled.flatMap(row => Object.keys(row)))]
  const line = (cells: string[]) => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')
  const linesOf = filled.map(row => line(names.map(name => (row as Record<string, string>)[name] ?? '')))
  return [line(names), ...linesOf].join('\n')
}

function importText(text: string | Buffer, options: OrderImportOptions = {}, store = storeId) {
  async function* read() {
    const bytes = Buffer.from(text as string)
    for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
  }
  return worded(importOrders(it.database, () => importedAt, store, read, options))
}

async function orderIds(store = storeId): Promise<string[]> {
  const rows = await it.database.query<{ order_id: string }>(sql`
    select order_id
    from orders
    where store_id = ${store}
    order by order_id`)
  return rows.map(({ order_id }) => order_id)
}

describe('a file of orders', () => {
  test('becomes orders with their requests, once', async () => {
    const file = aFile(
      {
        product_sku: 'S-1',
        product_name: 'Moka',
        product_price: 'R$ 1.149,90',
        product_url: 'https://x.example/1',
      },
      { order_id: '2', customer_email: 'Bia@Example.com', customer_name: 'Bia', customer_phone: '+55 11 9' },
      { product_id: 'P-2', product_picture: 'https://x.example/2.jpg nothing', delivery_date: '19/11/2026' },
    )
    const { preview: _, ...tried } = await importText(file, { dryRun: true })
    expect(await orderIds()).toEqual([])
    const report = await importText(file)
    expect(report).toMatchObject({ imported: 2, skipped: 0, refused: [], unread: [] })
    expect(tried).toEqual(report)
    expect(await readOrder(it.database, storeId, '1')).toMatchObject({
      order_date: new Date('2026-11-10T03:00:00Z'),
      delivery_date: new Date('2026-11-19T03:00:00Z'),
      customers: [{ name: '', email: 'ana@example.com', phone: '' }],
      products: [
        { product_id: 'P-1', sku: 'S-1', name: 'Moka', price: 1149.9, url: 'https://x.example/1' },
        { product_id: 'P-2', sku: '', name: '', price: 0, url: '', pictures: ['https://x.example/2.jpg'] },
      ],
      requests: [{ state: 'scheduled', reason: '7 days after delivery' }],
    })
    expect(await readOrder(it.database, storeId, '2')).toMatchObject({
      customers: [{ name: 'Bia', email: 'Bia@Example.com', phone: '+55 11 9' }],
    })
    expect(await importText(file)).toMatchObject({ imported: 0, skipped: 2, refused: [] })
    expect(await importText(file, { dryRun: true })).toMatchObject({ imported: 0, skipped: 2, refused: [] })
  })

  test('asks nobody about deliveries of long ago', async () => {
    await importText(aFile({ delivery_date: '2025-01-06', order_date: '2025-01-02' }))
    const { requests } = await readOrder(it.database, storeId, '1')
    expect(requests).toMatchObject([
      { state: 'expired', reason: '7 days after delivery, more than 30 days past' },
    ])
  })

  test('may say once per order who bought it and when', async () => {
    const blank = { order_date: '', delivery_date: '', customer_email: '' }
    const { imported, refused } = await importText(
      aFile({}, { ...blank, product_id: 'P-2' }, { ...blank, order_id: '2' }),
    )
    expect(imported).toBe(1)
    expect(refused).toEqual([
      { row: 3, column: 'order_date', problem: 'There is no order date. Give it in one row of the order.' },
    ])
    expect((await readOrder(it.database, storeId, '1')).products).toHaveLength(2)
  })

  test('reads other columns, separators and dates', async () => {
    const file = 'Pedido;Data;Entrega;Produto;E-mail\n7;05/11/2026;06/11/2026;P-1;ana@example.com\n'
    const columns = {
      ...{ order_id: 'Pedido', order_date: 'Data', delivery_date: 'Entrega' },
      ...{ product_id: 'Produto', customer_email: 'E-mail' },
    }
    expect(await importText(file, { columns })).toMatchObject({ imported: 1, refused: [] })
    expect((await readOrder(it.database, storeId, '7')).order_date.toISOString()).toBe(
      '2026-11-05T03:00:00.000Z',
    )
  })

  test.each([
    ['0', 0],
    ['149', 149],
    ['149,9', 149.9],
    ['0.125', 0.125],
    ['1,234', 1234],
    ['1.234.567,89', 1234567.89],
    ["CHF 1'200.50", 1200.5],
    ['1 200 €', 1200],
    ['12.3456', 12.3456],
  ])('reads the price %s', async (product_price, price) => {
    await importText(aFile({ product_price }))
    expect((await readOrder(it.database, storeId, '1')).products).toMatchObject([{ price }])
  })

  test.each([
    ['-5'],
    ['12e5'],
    ['=1+1'],
    ['99999999999'],
    ['1.2.3'],
    ['free'],
  ])('refuses the price %s', async product_price => {
    const { refused } = await importText(aFile({ product_price }))
    const problem = `${JSON.stringify(product_price)} is no price. Write it as 149.90.`
    expect(refused).toEqual([{ row: 1, column: 'product_price', problem }])
  })
})

describe('a bad row', () => {
  test('refuses its whole order, and no other', async () => {
    const file = aFile(
      {},
      { order_id: '2' },
      { product_id: '' },
      { order_id: '2', product_id: 'P-2' },
      { product_id: 'P-3' },
    )
    const { imported, refused } = await importText(file)
    const sibling = 'Row 3 of the same order is refused. Correct that row.'
    expect(imported).toBe(1)
    expect(refused).toEqual([
      { row: 1, column: null, problem: sibling },
      {
        ...{ row: 3, column: 'product_id' },
        problem: 'There is no product id. Give the id of the product in your store.',
      },
      { row: 5, column: null, problem: sibling },
    ])
    expect(await orderIds()).toEqual(['2'])
  })

  test('refuses its order even if its cells do not fit the header', async () => {
    const file = `${aFile({})}\n1,2026-11-10,2026-11-18,P-2,b@example.com,more\n`
    expect(await importText(file)).toMatchObject({
      imported: 0,
      refused: [{ row: 1 }, { row: 2, column: null }],
    })
    expect(await orderIds()).toEqual([])
  })

  test.each<[string, Record<string, string>, string, RegExp]>([
    ['an order without an id', { order_id: '' }, 'order_id', /^There is no order id/],
    ['an id that is too long', { order_id: 'x'.repeat(256) }, 'order_id', /at most 255 are taken/],
    ['a NUL character', { customer_name: 'a\0b' }, 'customer_name', /NUL/],
    [
      'a list of addresses',
      { customer_email: 'a@example.com, b@example.com' },
      'customer_email',
      /one email address/,
    ],
    ['an impossible date', { order_date: '2026-02-30' }, 'order_date', /calendar/],
    ['a date after 2199', { delivery_date: '2200-01-01' }, 'delivery_date', /lies after 2199/],
    ['no delivery', { delivery_date: '' }, 'delivery_date', /^There is no delivery date/],
  ])('says what is wrong with %s', async (_what, row, column, problem) => {
    expect(await importText(aFile(row))).toMatchObject({
      imported: 0,
      refused: [{ row: 1, column, problem: expect.stringMatching(problem) }],
    })
  })

  test.each<[string, Record<string, string>, string]>([
    ['another date', { order_date: '2026-11-11' }, 'order_date'],
    ['another address', { customer_email: 'eve@example.com' }, 'customer_email'],
  ])('contradicts another of its order with %s', async (_what, row, column) => {
    const { refused } = await importText(aFile({}, row))
    expect(refused).toMatchObject([
      { row: 1 },
      { row: 2, column, problem: expect.stringContaining('differs') },
    ])
  })
})

describe('limits', () => {
  test('of the month refuse the orders beyond them, in a trial too', async () => {
    await changeSettings(it, storeId, { order_limit: 2 })
    const file = aFile({}, { order_id: '2' }, { order_id: '3' }, { order_id: '3', product_id: 'P-2' })
    const { preview: _, ...tried } = await importText(file, { dryRun: true })
    const report = await importText(file)
    expect(tried).toEqual(report)
    expect(report).toMatchObject({ imported: 2, skipped: 0 })
    expect(report.refused).toEqual([
      {
        row: 3,
        column: null,
        problem: expect.stringContaining('allows 2 orders a month, and they are used up'),
      },
      { row: 4, column: null, problem: 'Row 3 of the same order is refused. Correct that row.' },
    ])
    expect(await importText(file)).toMatchObject({ imported: 0, skipped: 2 })
  })

  test('of the minute make the import wait', async () => {
    await changeSettings(it, storeId, { limits: { orders_per_minute: 2 } })
    const almost = Math.ceil(importedAt / 60_000) * 60_000 + 59_500
    // Time passes once the minute is used up: a file that was read slowly would meet the next minute, and then wait it out.
    let usedUpAt: number | undefined
    const clock = () => almost + (usedUpAt === undefined ? 0 : performance.now() - usedUpAt)
    const steps: number[] = []
    async function* read() {
      yield Buffer.from(aFile({}, { order_id: '2' }, { order_id: '3' }))
    }
    const onProgress = ({ imported }: { imported: number }) => {
      usedUpAt ??= performance.now()
      steps.push(imported)
    }
    const report = await importOrders(it.database, clock, storeId, read, { onProgress })
    expect(report).toMatchObject({ imported: 3, skipped: 0, refused: [] })
    expect(steps).toEqual([2, 3])
  })

  test('of an order are those of the API', async () => {
    const many = Array.from({ length: 501 }, (_, index) => ({ product_id: `P-${index}` }))
    const { imported, refused } = await importText(aFile(...many))
    expect(imported).toBe(0)
    expect(refused).toHaveLength(501)
    expect(refused.at(-1)).toEqual({
      row: 501,
      column: 'product_id',
      problem: 'The order has more than 500 products.',
    })
    const heavy = Array.from({ length: 6 }, (_, index) => {
      return { product_id: `P-${index}`, product_picture: 'x'.repeat(199_000) }
    })
    expect((await importText(aFile(...heavy))).refused[5]?.problem).toContain('more than 1 MiB')
  })
})

test('lines in any order take no more memory, and make the same orders', async () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => ({
    ...{ order_id: `${index % 1_000}`, product_id: `P-${Math.floor(index / 1_000)}` },
    customer_email: `${index % 1_000}@example.com`,
  }))
  let reads = 0
  const file = Buffer.from(aFile(...lines))
  async function* read() {
    reads++
    yield file
  }
  const report = await importOrders(it.database, () => importedAt, storeId, read, { mostKept: 100_000 })
  expect(report).toMatchObject({ imported: 1_000, skipped: 0, refused: [] })
  expect(reads).toBeGreaterThan(4)
  const [found] = await it.database.query(sql`
    select count(*)::integer as orders, min(jsonb_array_length(products)) as least
    from orders
    where store_id = ${storeId}`)
  expect(found).toEqual({ orders: 1_000, least: 3 })
})

test('a file that changes while it is read fails, and stores no half order', async () => {
  let reads = 0
  const whole = aFile({}, { order_id: '2' }, { product_id: 'P-2' })
  async function* read() {
    yield Buffer.from(reads++ <= surveys ? whole : whole.slice(0, whole.lastIndexOf('\n')))
  }
  await expect(importOrders(it.database, () => importedAt, storeId, read)).rejects.toMatchObject({
    fault: { name: 'file_changed' },
  })
  expect(await orderIds()).not.toContain('1')
})

test('an import that was interrupted continues after its last batch', async () => {
  const file = aFile(...Array.from({ length: 600 }, (_, index) => ({ order_id: `${index}` })))
  let done = 0
  const checkpoint: OrderImportOptions['checkpoint'] = async (_tx, { lastRow }) => {
    if (lastRow > 300) throw new Error('killed')
    done = lastRow
  }
  await expect(importText(file, { checkpoint })).rejects.toThrow('killed')
  expect(done).toBe(250)
  // The second batch was stored, but not counted.
  expect(await importText(file, { after: done })).toMatchObject({ imported: 100, skipped: 250 })
  expect(await orderIds()).toHaveLength(600)
})

test('orders of another store with the same ids are not touched', async () => {
  const other = await aStore(it.database)
  await importText(aFile({ customer_email: 'eve@example.com' }), {}, other.storeId)
  expect(await importText(aFile({}))).toMatchObject({ imported: 1, skipped: 0 })
  expect(await readOrder(it.database, other.storeId, '1')).toMatchObject({
    customers: [{ email: 'eve@example.com' }],
  })
})
