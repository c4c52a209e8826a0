import jsonata from 'jsonata'
import { expect, test } from 'vitest'
import { guessMapping } from './guess-mapping.ts'

// A made-up system whose values have objects of their own, and whose dates are milliseconds.
const wrapped = {
  result: {
    code: 'W-7',
    state: { code: 'shipped', name: 'On its way' },
    createdAt: { value: '1795000000000', text: '18 Nov 2026' },
    updatedAt: { value: '1795000000000', text: '18 Nov 2026' },
    phone: '1795000000',
    buyer: { email: 'ana@example.com', name: 'Ana' },
    rows: [
      {
        rowId: 5,
        tax: { name: 'VAT 23' },
        title: 'Mug',
        sku: 'MUG-1',
        taxes: [{ price: 3 }],
        price: { amount: 39.9, currency: 'EUR' },
        quantity: 2,
        returnedQuantity: 0,
        images: [{ url: 'https://shop.example/1.jpg' }, { url: 'https://shop.example/2.jpg' }],
        product: { id: 31 },
      },
    ],
    packages: [
      {
        status: 'DELIVERED',
        modified_at: 1_795_200_000,
        contents: [{ itemId: 5, quantity: 1 }],
      },
    ],
  },
}

test('values in objects of their own, moments since 1970 and lists inside a product are found', async () => {
  const mapping = guessMapping(JSON.stringify(wrapped)) ?? {}
  expect(mapping).toEqual({
    orders: 'result',
    order_id: 'code',
    ordered_at: 'createdAt.value',
    is_cancelled: '$contains($lowercase($string(state.code)), "cancel")',
    customer_email: 'buyer.email',
    customer_name: 'buyer.name',
    customer_phone: 'phone',
    products: 'rows',
    product_id: 'product.id',
    product_sku: 'sku',
    product_name: 'title',
    product_price: 'price.amount',
    product_picture: 'images[0].url',
    product_line_id: 'rowId',
    product_quantity: 'quantity',
    product_returned_quantity: 'returnedQuantity',
    parcels: 'packages[$contains($lowercase($string(status)), "cancel") ? false : true]',
    parcel_delivered_at: '$lowercase(status) in ["delivered","entregue","entregado"] ? modified_at',
    parcel_shipped_at:
      '$lowercase(status) in ["delivered","entregue","entregado","shipped","sent","enviado","despachado","postado"] ? modified_at',
    parcel_lines: 'contents',
    parcel_line_id: 'itemId',
    parcel_quantity: 'quantity',
  })
  const [parcel] = wrapped.result.packages
  const read = async (field: string, status: string) =>
    await jsonata(mapping[field] ?? '').evaluate({ ...parcel, status })
  expect(await read('parcel_delivered_at', 'Delivered')).toBe(1_795_200_000)
  expect(await read('parcel_delivered_at', 'undelivered')).toBeUndefined()
  expect(await read('parcel_shipped_at', 'Shipped')).toBe(1_795_200_000)
  const packages = [{ status: 'Cancelled' }, {}, { status: 'packed' }].map(one => ({ ...one, contents: [] }))
  const kept = await jsonata(mapping.parcels ?? '').evaluate({ packages })
  expect(kept.map(({ status }: { status?: string }) => status)).toEqual([undefined, 'packed'])
})

test.each([
  ['2026-11-20T09:00:00Z', 'updated'],
  ['2026-11-20 09:00:00', 'updated'],
  // Shops that never move it: by this version a later event would be an earlier one.
  ['2026-11-18T09:00:00Z', undefined],
  [1_794_900_000, undefined],
])('%j is when the order changed, if nothing in it happened since', (updated_at, found) => {
  const order = {
    id: 1,
    email: 'ana@example.com',
    created_at: '2026-11-18T09:00:00Z',
    updated_at,
    expected_at: '2026-11-24T09:00:00Z',
    items: [{ sku: 'A', name: 'B' }],
    notes: [{ created_at: '2026-11-20T09:00:00Z' }],
  }
  expect(guessMapping(JSON.stringify(order))?.changed_at).toBe(found && 'updated_at')
})
