import { describe, expect, test } from 'vitest'
import { generic } from './generic/platform.ts'
import { medusa } from './medusa/platform.ts'
import type { Platform, Shop, ShopOrder } from './platform.ts'
import { shopify } from './shopify/platform.ts'
import { changeOf, readOrder } from './vtex/order.ts'
import { woocommerce } from './woocommerce/platform.ts'

// How each platform marks what is no product to review, and dates that it does not know.

const now = Date.parse('2026-11-20T12:00:00Z')
const shop = (options: Record<string, string> = {}): Shop => ({
  settings: { secret: 'secret', options },
  fetch: () => Promise.reject(new Error('no shop is asked')),
  now,
})

async function read(platform: Platform, topic: string, body: unknown, options = {}): Promise<ShopOrder> {
  const event = { topic, body: Buffer.from(JSON.stringify(body)), receivedAt: now }
  const [change] = await platform.read(event, shop(options))
  if (change?.kind !== 'order') throw new Error(JSON.stringify(change))
  return change.order
}

const asked = ({ lines }: ShopOrder) => lines.map(({ productId }) => productId)

describe('WooCommerce', () => {
  type Line = { id: number; total?: string; meta?: Record<string, unknown> } & Record<string, unknown>
  const order = (lines: Line[], change = {}) => ({
    ...{ id: 900, status: 'completed', date_created_gmt: '2026-11-10T10:00:00' },
    ...{ date_modified_gmt: '2026-11-19T10:00:00', date_completed_gmt: '2026-11-18T10:00:00' },
    ...{ billing: { first_name: 'Bea', last_name: 'Luz', email: 'bea@example.com' }, payment_url: '' },
    line_items: lines.map(({ id, total = '0.00', meta = {}, ...more }) => ({
      ...{ id, product_id: id * 10, variation_id: 0, quantity: 1, name: `Product ${id}`, sku: '', total },
      ...{
        price: Number(total),
        meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })),
        ...more,
      },
    })),
    ...change,
  })
  const box = { id: 1, total: '80.00' }
  test.each<[string, Line[], string[]]>([
    [
      'Product Bundles',
      [box, { id: 2, bundled_by: 1 }, { id: 3, bundled_by: '1' }, { id: 4, total: '9.00', bundled_by: '' }],
      ['10', '40'],
    ],
    [
      'Product Bundles, by its key',
      [
        { id: 5, total: '1.00' },
        { ...box, meta: { _bundle_cart_key: 'k1' } },
        { id: 2, meta: { _bundled_by: 'k1' } },
      ],
      ['50', '10'],
    ],
    [
      'Composite Products',
      [box, { id: 2, composite_parent: 1 }, { id: 3, meta: { _composite_parent: 'zz' } }],
      ['10'],
    ],
    ['Mix and Match', [box, { id: 2, mnm_child_of: 1 }, { id: 3, meta: { _mnm_container: 'zz' } }], ['10']],
    [
      'WPC, which names the product',
      [{ id: 5, total: '1.00' }, box, { id: 2, meta: { _woosb_parent_id: '10' } }],
      ['50', '10'],
    ],
    ['YITH', [box, { id: 2, meta: { _bundled_cart_item: 'zz' } }], ['10']],
    [
      'the whole price on the parts',
      [{ id: 1 }, { id: 2, total: '30.00', bundled_by: 1 }, { id: 3, total: '50.00', bundled_by: 1 }],
      ['20', '30'],
    ],
    [
      'a bundle that is no longer in the order',
      [
        { id: 2, bundled_by: 77 },
        { id: 3, meta: { _bundled_by: 'gone' } },
      ],
      ['20', '30'],
    ],
    ['a bundle in a bundle', [box, { id: 2, bundled_by: 1 }, { id: 3, bundled_by: 2 }], ['10']],
    [
      'lines that name each other',
      [
        { id: 2, total: '1.00', bundled_by: 3 },
        { id: 3, total: '1.00', bundled_by: 2 },
      ],
      [],
    ],
  ])('%s', async (_plugin, lines, expected) => {
    expect(asked(await read(woocommerce, 'order.updated', order(lines)))).toEqual(expected)
  })

  test.each([
    'wc_gc_giftcard_to_multiple',
    '_wc_gc_giftcard_amount',
    'pw_gift_card_to',
    '_ywgc_recipients',
  ])('a line with %s is a gift card', async key => {
    const { lines } = await read(
      woocommerce,
      'order.updated',
      order([{ id: 1, total: '50.00', meta: { [key]: 'x' } }]),
    )
    expect(lines).toMatchObject([{ noProduct: 'gift_card' }])
  })

  test.each([
    '1970-01-01T00:00:00',
    '0000-00-00 00:00:00',
    '-0001-11-30T00:00:00',
    '1969-12-31T23:59:59',
  ])('a completion on %s is unknown: the last change counts', async date_completed_gmt => {
    const { lines, orderedAt } = await read(
      woocommerce,
      'order.updated',
      order([box], { date_completed_gmt, date_created_gmt: date_completed_gmt }),
    )
    expect(lines[0]?.shippedAt).toBe(Date.parse('2026-11-19T10:00:00Z'))
    expect(orderedAt).toBe(Date.parse('2026-11-19T10:00:00Z'))
  })
})

describe('Shopify', () => {
  const line = (id: number, change = {}) => ({
    ...{
      id,
      product_id: id * 10,
      variant_id: id * 100,
      title: `Product ${id}`,
      name: '',
      sku: '',
      price: '8.00',
    },
    ...{
      quantity: 1,
      current_quantity: 1,
      requires_shipping: true,
      gift_card: false,
      vendor: 'Kaneca',
      ...change,
    },
  })
  const order = (lines: ReturnType<typeof line>[], change = {}) => ({
    ...{
      id: 7,
      email: 'bea@example.com',
      created_at: '2026-11-10T10:00:00Z',
      updated_at: '2026-11-16T10:00:00Z',
    },
    ...{ financial_status: 'paid', cancelled_at: null, line_items: lines },
    fulfillments: [
      {
        ...{ status: 'success', shipment_status: 'delivered', created_at: '2026-11-12T10:00:00Z' },
        ...{ updated_at: '2026-11-15T10:00:00Z', line_items: lines.map(({ id }) => ({ id, quantity: 1 })) },
      },
    ],
    ...change,
  })

  test('says what is a gift card, and which app insures parcels', async () => {
    const lines = [
      line(1),
      line(2, { gift_card: true, requires_shipping: false }),
      line(3, { vendor: 'Route', requires_shipping: false }),
      line(4, { vendor: 'Route' }),
      line(5, { product_id: null, title: 'Tip' }),
    ]
    const read_ = await read(shopify, 'orders/updated', order(lines))
    expect(read_.lines.map(({ productId, noProduct }) => [productId, noProduct])).toEqual([
      ['10', undefined],
      ['20', 'gift_card'],
      ['30', 'protection'],
      ['40', undefined],
    ])
  })

  test('has one line for a bundle, which arrives with the last of its parts', async () => {
    const group = { id: 55, product_id: 990, variant_id: 991, title: 'Breakfast box', quantity: 1 }
    const lines = [line(1, { line_item_group: group }), line(2, { line_item_group: group }), line(3)]
    const whole = await read(shopify, 'orders/updated', order(lines))
    expect(whole.lines).toMatchObject([
      {
        productId: '990',
        variantId: '991',
        name: 'Breakfast box',
        price: 16,
        deliveredAt: Date.parse('2026-11-15T10:00:00Z'),
      },
      { productId: '30' },
    ])
    const half = order(lines)
    half.fulfillments[0]?.line_items.splice(1, 1)
    const [box] = (await read(shopify, 'orders/updated', half)).lines
    expect(box?.deliveredAt).toBeUndefined()
  })

  test('keeps the parts of a bundle that it does not name', async () => {
    const lines = [line(1, { sales_line_item_group_id: 55 }), line(2, { sales_line_item_group_id: 55 })]
    expect(asked(await read(shopify, 'orders/updated', order(lines)))).toEqual(['10', '20'])
  })
})

test('Medusa says what is a gift card', async () => {
  const item = { id: 'i1', product_id: 'p1', title: 'A card', unit_price: 20, quantity: 1, is_giftcard: true }
  const order = {
    id: 'o1',
    created_at: '1970-01-01T00:00:00Z',
    customer: { email: 'bea@example.com' },
    items: [item],
  }
  const body = { timestamp: '2026-11-20T11:00:00Z', data: { order } }
  const { lines, orderedAt } = await read(medusa, 'order.updated', body)
  expect(lines).toMatchObject([{ noProduct: 'gift_card' }])
  expect(orderedAt).toBe(Date.parse('2026-11-20T11:00:00Z'))
})

test('VTEX says which items belong to another', () => {
  const item = (id: string, price: number, parentItemIndex: number | null) => ({
    ...{ id, productId: `p-${id}`, refId: '', ean: '', name: id, quantity: 1, price, parentItemIndex },
    ...{ components: [{ id: 'inside' }] },
  })
  const order = {
    ...{ orderId: 'v1', origin: 'Marketplace', status: 'invoiced', creationDate: '2026-11-10T10:00:00Z' },
    items: [item('pizza', 5000, null), item('extra cheese', 300, 0), item('mug', 900, null)],
  }
  const change = changeOf(readOrder(order, 'v1'), shop())
  expect(change.kind === 'order' && asked(change.order)).toEqual(['p-pizza', 'p-mug'])
})

describe('a mapping', () => {
  const options = {
    ...{
      order_id: 'id',
      ordered_at: 'ordered',
      delivered_at: 'delivered',
      customer_email: 'email',
      products: 'items',
    },
    ...{
      product_id: 'sku',
      product_is_asked: '$not(part)',
      product_is_gift_card: 'card',
      changed_at: 'changed',
    },
  }
  const order = (change = {}) => ({
    ...{
      id: 'g1',
      ordered: '2026-11-10T10:00:00Z',
      delivered: '2026-11-15T10:00:00Z',
      email: 'bea@example.com',
    },
    ...{
      changed: '2026-11-16T10:00:00Z',
      items: [
        { sku: 'A', part: false },
        { sku: 'B', part: true },
        { sku: 'C', card: true },
      ],
    },
    ...change,
  })

  test('leaves out what it does not ask about, and names gift cards', async () => {
    const { lines } = await read(generic, 'orders', order(), options)
    expect(lines.map(({ productId, noProduct }) => [productId, noProduct])).toEqual([
      ['A', undefined],
      ['C', 'gift_card'],
    ])
    const refused = read(generic, 'orders', order({ items: [{ sku: 'A', card: 'yes' }] }), options)
    await expect(refused).rejects.toThrow('product_is_gift_card: expected true or false')
  })

  test.each([
    0,
    '0',
    '1970-01-01',
    '0000-00-00 00:00:00',
    '0001-01-01T00:00:00Z',
    '1969-12-31T21:00:00-03:00',
  ])('takes %j for an unknown date', async never => {
    const read_ = await read(generic, 'orders', order({ ordered: never, delivered: never }), options)
    expect(read_.lines[0]?.deliveredAt).toBeUndefined()
    expect(read_.orderedAt).toBe(Date.parse('2026-11-16T10:00:00Z'))
  })
})
