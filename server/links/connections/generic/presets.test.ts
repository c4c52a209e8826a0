import { expect, test } from 'vitest'
import { mapBody } from './mapping.ts'
import { presets } from './presets.ts'

// Bodies as the extension of docs/how-to/connect-evershop.md sends them, written by hand.
const order = {
  order_number: '10071',
  created_at: '2026-11-16T14:03:00.271Z',
  changed_at: '2026-11-20T18:30:00.949Z',
  language: 'pt-br',
  customer_email: 'ana@example.com',
  customer_full_name: 'Ana Martins',
  is_cancelled: false,
  items: [
    {
      order_item_id: 41,
      product_id: 81,
      product_sku: 'MOKA-6',
      product_name: 'Moka pot',
      final_price: 149.9,
      qty: 2,
    },
    {
      order_item_id: 42,
      product_id: 82,
      product_sku: 'MUG',
      product_name: 'Mug',
      final_price: '39.9000',
      qty: 1,
    },
  ],
  shipments: [] as object[],
}
const parcel = (
  shipped_at: string | null,
  delivered_at: string | null,
  ...items: [id: number, qty: number][]
) => ({
  ...{ shipped_at, delivered_at },
  items: items.map(([order_item_id, qty]) => ({ order_item_id, qty })),
})
const [sent, arrived] = ['2026-11-18T09:00:00.833413+00:00', '2026-11-20T18:30:00.872122+00:00']

const read = async (change: object) => {
  const { orders, problems } = await mapBody(
    'a store',
    presets.evershop.options,
    JSON.stringify({ ...order, ...change }),
  )
  expect(problems).toEqual([])
  return orders[0] ?? expect.unreachable()
}

test('an order of EverShop is read with its buyer, its products and its language', async () => {
  expect(await read({})).toMatchObject({
    orderId: '10071',
    orderedAt: Date.UTC(2026, 10, 16, 14, 3, 0, 271),
    changedAt: Date.UTC(2026, 10, 20, 18, 30, 0, 949),
    customer: { name: 'Ana Martins', email: 'ana@example.com' },
    language: 'pt-BR',
    isCancelled: false,
    lines: [
      { productId: '81', sku: 'MOKA-6', name: 'Moka pot', price: 149.9, isReturned: false },
      { productId: '82', price: 39.9 },
    ],
  })
})

test('a product has arrived when the parcels with all its pieces did, and is never dated by the other products', async () => {
  const half = await read({ shipments: [parcel(sent, arrived, [41, 1])] })
  expect(half.lines.map(({ deliveredAt }) => deliveredAt)).toEqual([undefined, undefined])
  const whole = await read({ shipments: [parcel(sent, arrived, [41, 1]), parcel(sent, arrived, [41, 1])] })
  expect(whole.lines.map(({ deliveredAt }) => deliveredAt)).toEqual([
    Date.UTC(2026, 10, 20, 18, 30, 0, 872),
    undefined,
  ])
})

test('a parcel that is only sent, or without any date, delivers nothing', async () => {
  const [line] = (await read({ shipments: [parcel(sent, null, [41, 2])] })).lines
  expect(line).toMatchObject({ shippedAt: Date.UTC(2026, 10, 18, 9, 0, 0, 833) })
  expect(line).not.toHaveProperty('deliveredAt')
  // As EverShop itself leaves it: it never says when a parcel was sent.
  const [other] = (await read({ shipments: [parcel(null, null, [41, 2])] })).lines
  expect(other).not.toHaveProperty('shippedAt')
})

test('a cancelled order is cancelled', async () => {
  expect(await read({ is_cancelled: true })).toMatchObject({ isCancelled: true })
})
