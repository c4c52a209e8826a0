import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { wordSentences } from '../sentences.ts'
import { mapBody, tryMapping } from './mapping.ts'

async function problemsOf(options: Record<string, string>, order: object): Promise<string[]> {
  const { problems } = await tryMapping('a store', options, JSON.stringify(order))
  return problems.map(problem => wordSentences([problem]))
}

/** The examples of docs/reference/mapping.md: of each system, the expression of each option. */
function examplesOf(column: number): Record<string, string> {
  const page = readFileSync(new URL('../../../../docs/reference/mapping.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('| option | Vendure | EverShop | Medusa |\n')
  const rows = table.split('\n\n')[0]?.split('\n').slice(1) ?? []
  const cells = rows.map(row => row.split('|').map(cell => cell.trim().replaceAll('`', '')))
  return Object.fromEntries(cells.map(row => [row[1] ?? '', row[column] ?? '']))
}

const [first, last] = ['2026-11-20T12:00:00.000Z', '2026-11-24T15:30:00.000Z']
const common = { customer_email: 'email', order_id: 'id', ordered_at: '$ ? "2026-11-18" : null' }

/** The days on which the products of an order were sent, arrived, and whether they went back. */
async function read(mapping: Record<string, string>, order: object) {
  const options = { ...common, ...mapping }
  expect(await problemsOf(options, order)).toEqual([])
  const { orders } = await mapBody('a store', options, JSON.stringify(order))
  const day = (time: number | undefined) => time && new Date(time).toISOString().slice(8, 10)
  return orders[0]?.lines.map(line => [day(line.shippedAt), day(line.deliveredAt), line.isReturned])
}

describe('Vendure', () => {
  const mapping = { ...examplesOf(2), product_id: 'productVariant.productId' }
  const line = (id: number, quantity: number) => ({ id, quantity, productVariant: { productId: id + 70 } })
  const parcel = (state: string, updatedAt: string, lines: [number, number][]) => ({
    state,
    updatedAt,
    lines: lines.map(([orderLineId, quantity]) => ({ orderLineId, quantity })),
  })
  const order = { id: 'V1', email: 'ana@example.com', lines: [line(1, 3), line(2, 1)], payments: [] }

  test('half a line waits, and the last parcel dates it', async () => {
    const fulfillments = [
      parcel('Delivered', first, [
        [1, 2],
        [2, 1],
      ]),
    ]
    expect(await read(mapping, { ...order, fulfillments })).toEqual([
      [undefined, undefined, false],
      ['20', '20', false],
    ])
    const both = [...fulfillments, parcel('Shipped', last, [[1, 1]])]
    expect(await read(mapping, { ...order, fulfillments: both })).toEqual([
      ['24', undefined, false],
      ['20', '20', false],
    ])
    const all = [...fulfillments, parcel('Delivered', last, [[1, 1]])]
    expect(await read(mapping, { ...order, fulfillments: all })).toEqual([
      ['24', '24', false],
      ['20', '20', false],
    ])
  })

  test('a cancelled parcel does not count, and what was refunded is not waited for', async () => {
    const fulfillments = [
      parcel('Delivered', first, [[1, 2]]),
      parcel('Cancelled', last, [
        [1, 1],
        [2, 1],
      ]),
    ]
    const lines = (orderLineId: number) => [{ orderLineId, quantity: 1 }]
    const refunds = [
      { state: 'Settled', lines: lines(1) },
      { state: 'Failed', lines: lines(1) },
      { state: 'Pending', lines: lines(2) },
    ]
    expect(await read(mapping, { ...order, fulfillments, payments: [{ refunds }] })).toEqual([
      ['20', '20', false],
      [undefined, undefined, true],
    ])
  })
})

describe('EverShop', () => {
  const mapping = { ...examplesOf(3), product_id: 'product_id' }

  test('a parcel that is not delivered was sent, and numbers may be text', async () => {
    const items = [1, 2].map(id => ({ order_item_id: id, product_id: id + 80, qty: id }))
    const shipments = [
      { created_at: first, shipped_at: null, delivered_at: last, items: [{ order_item_id: '1', qty: '1' }] },
      { created_at: last, shipped_at: null, delivered_at: null, items: [{ order_item_id: 2, qty: 2 }] },
    ]
    expect(await read(mapping, { id: 1, email: 'b@example.com', items, shipments })).toEqual([
      ['20', '24', false],
      ['24', undefined, false],
    ])
  })
})

describe('Medusa', () => {
  const mapping = { ...examplesOf(4), product_id: 'product_id' }
  const item = (id: string, quantity: number, back = 0) => ({
    id,
    product_id: `prod_${id}`,
    quantity,
    detail: { return_received_quantity: back, written_off_quantity: 0 },
  })

  test('a parcel called off does not count, and a line that went back is returned', async () => {
    const fulfillments = [
      {
        shipped_at: null,
        delivered_at: first,
        canceled_at: null,
        items: [{ line_item_id: 'a', quantity: 1 }],
      },
      {
        shipped_at: last,
        delivered_at: last,
        canceled_at: last,
        items: [{ line_item_id: 'b', quantity: 1 }],
      },
    ]
    const items = [item('a', 2, 1), item('b', 1), item('c', 1, 1)]
    expect(await read(mapping, { id: 'M1', email: 'c@example.com', items, fulfillments })).toEqual([
      ['20', '20', false],
      [undefined, undefined, false],
      [undefined, undefined, true],
    ])
  })
})

test('parcels need the lines in them', async () => {
  const options = { ...common, products: 'items', product_id: 'id', parcels: 'p', parcel_delivered_at: 'at' }
  const problems = await problemsOf(options, {})
  expect(problems).toEqual(
    ['parcel_lines', 'parcel_line_id', 'product_line_id'].map(
      name => `${name}: an expression is needed with parcels`,
    ),
  )
})

test('an order without parcels has its own dates', async () => {
  const mapping = { ...examplesOf(3), product_id: 'product_id', delivered_at: 'delivered' }
  const items = [{ product_id: 7, qty: 1, order_item_id: 3 }]
  const order = { id: 2, email: 'd@example.com', items, delivered: first }
  expect(await read(mapping, { ...order, shipments: [] })).toEqual([[undefined, '20', false]])
})

test('a quantity that is none is refused with a sentence', async () => {
  const options = { ...common, ...examplesOf(3), product_id: 'product_id', product_quantity: '"two"' }
  const order = { id: 2, email: 'd@example.com', items: [{ product_id: 7, order_item_id: 3 }], shipments: [] }
  const problems = await problemsOf(options, order)
  expect(problems).toEqual(['product_quantity: expected a quantity such as 2, got another text'])
})
