import { expect, test } from 'vitest'
import { codeIn, valuesOf } from './entered.ts'
import { guessMapping } from './mapping/guess-mapping.ts'

test.each([
  ['woocommerce', 'shop.example', 'https://shop.example'],
  ['woocommerce', ' https://shop.example/blog/wp-admin/index.php?x=1 ', 'https://shop.example/blog'],
  ['woocommerce', 'ftp://shop.example', 'ftp://shop.example'],
  ['shopify', 'gres', 'https://gres.myshopify.com'],
  ['shopify', 'gres.myshopify.com/admin', 'https://gres.myshopify.com'],
  ['shopify', 'https://admin.shopify.com/store/gres/settings', 'https://gres.myshopify.com'],
  ['shopify', 'https://www.gres.example', 'https://www.gres.example'],
] as const)('%s: the address %j is %j', (platform, url, expected) =>
  expect(valuesOf(platform, { url })).toEqual({ url: expected }))

test('an account of VTEX may be pasted as the address of its admin, and empty fields are left out', () => {
  const entered = { account: 'https://kaneca.myvtex.com/admin', key: ' k ', token: '' }
  expect(valuesOf('vtex', entered)).toEqual({ key: 'k', options: { account: 'kaneca' } })
})

test.each([
  ['https://loja.example/?code=4f3c2a1b0d&x=1', '4f3c2a1b0d'],
  ['loja.example/?a=1&code=4f3c2a1b0d', '4f3c2a1b0d'],
  ['4f3c2a1b0d', undefined],
  ['https://loja.example/', undefined],
  ['', undefined],
])('the code in %j is %j', (text, code) => expect(codeIn(text)).toBe(code))

test('a mapping is proposed by the names of the keys', () => {
  const order = {
    id: 7,
    created_at: '2026-11-16T11:03:00-03:00',
    shipped_at: '2026-11-18',
    delivered_at: '2026-11-20',
    customer: { id: 3, name: 'Ana', email: 'ana@example.com', phone: '+55' },
    'line-items': [
      { product_id: 81, sku: 'M-6', title: 'Moka', price: 1, image: { url: 'https://x/1.jpg' } },
    ],
  }
  expect(guessMapping(JSON.stringify({ event: 'x', orders: [order] }))).toEqual({
    orders: 'orders',
    order_id: 'id',
    ordered_at: 'created_at',
    shipped_at: 'shipped_at',
    delivered_at: 'delivered_at',
    customer_email: 'customer.email',
    customer_name: 'customer.name',
    customer_phone: 'customer.phone',
    products: '`line-items`',
    product_id: 'product_id',
    product_sku: 'sku',
    product_name: 'title',
    product_price: 'price',
    product_picture: 'image.url',
  })
  expect(guessMapping('{ no JSON')).toBeUndefined()
  expect(guessMapping('"a text"')).toBeUndefined()
  expect(guessMapping('{"a":[]}')).toEqual({})
})
