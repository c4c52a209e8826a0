import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import type { Delivery, Shop, ShopChange } from '../platform.ts'
import { medusa as platform } from './platform.ts'

const medusa = english(platform)

const example = (name: string) => readFileSync(new URL(`examples/${name}.json`, import.meta.url))

// Computed with `openssl dgst -sha256 -mac HMAC`, over `msg_2gsx7Uv.1795199405.` and the bytes of order.json.
const secret = 'whsec_c2lnbmluZyBrZXkgb2YgYW4gZXhhbXBsZSBzaG9wIDAx'
const signature = 'v1,liYQfMwgwNNd01H9g8TJYd0t7cz5eCRpPLVCgLnEzt8='
const ofPlainSecret = 'v1,ofSuBYcFyGofoP4Dyb3AT7/fw+3JkBRlkQ3G02UaQHE='
const sentAt = Date.UTC(2026, 10, 20, 18, 30, 5)
const minute = 60_000

const signed = {
  'webhook-id': 'msg_2gsx7Uv',
  'webhook-timestamp': '1795199405',
  'webhook-signature': signature,
}

const authenticate = (
  headers: Delivery['headers'] = {},
  { body = example('order'), now = sentAt, key = secret } = {},
) => medusa.authenticate({ headers: { ...signed, ...headers }, body }, { secret: key, options: {} }, now)

describe('a signature of Standard Webhooks', () => {
  const accepted = {
    kind: 'event',
    topic: 'order.updated',
    deliveryId: 'msg_2gsx7Uv',
    subject: 'order_01KAGT1R4V0000000000000042',
  }

  test('is accepted for five minutes either way, also among others', () => {
    expect(authenticate()).toEqual(accepted)
    expect(authenticate({}, { now: sentAt + 5 * minute })).toEqual(accepted)
    expect(authenticate({}, { now: sentAt - 5 * minute })).toEqual(accepted)
    expect(authenticate({ 'webhook-signature': `v1a,abc v1,wrong ${signature}` })).toEqual(accepted)
    expect(authenticate({ 'webhook-signature': ofPlainSecret }, { key: 'a plain secret' })).toEqual(accepted)
  })

  test.each<[string, Delivery['headers'], Parameters<typeof authenticate>[1]?]>([
    ['of another key', {}, { key: 'whsec_c2lnbmluZyBrZXkgb2YgYW4gZXhhbXBsZSBzaG9wIDAy' }],
    ['of the text of the key', { 'webhook-signature': ofPlainSecret }],
    ['of another body', {}, { body: Buffer.concat([example('order'), Buffer.from(' ')]) }],
    ['of another id', { 'webhook-id': 'msg_2gsx7Uw' }],
    ['of another time', { 'webhook-timestamp': '1795199406' }],
    ['without its version', { 'webhook-signature': signature.slice(3) }],
    ['that is absent', { 'webhook-signature': undefined }],
    ['without an id', { 'webhook-id': undefined }],
    ['without a time', { 'webhook-timestamp': undefined }],
    ['that is six minutes old', {}, { now: sentAt + 6 * minute }],
    ['that is six minutes early', {}, { now: sentAt - 6 * minute }],
    ['under no secret', {}, { key: '' }],
  ])('is refused %s', (_what, headers, other) => {
    expect(authenticate(headers, other)).toMatchObject({ kind: 'refused' })
  })
})

const shop: Shop = {
  settings: { secret, options: {} },
  fetch: async () => expect.unreachable('This platform contacts nobody.'),
  now: sentAt,
}
const read = (topic: string, body: Buffer) => medusa.read({ topic, body, receivedAt: sentAt }, shop)

async function readOrder(change: (order: Record<string, unknown>) => object = () => ({})) {
  const json = JSON.parse(example('order').toString())
  Object.assign(json.data.order, change(json.data.order))
  const [found] = await read('order.updated', Buffer.from(JSON.stringify(json)))
  return (found as Extract<ShopChange, { kind: 'order' }>).order
}

test.each([
  '',
  'whsec_',
  'whsec_!!!!',
])('no signature is accepted under the secret %j, which has no key', key => {
  const body = example('order')
  const signed = createHmac('sha256', '').update('msg_2gsx7Uv.1795199405.').update(body)
  const forged = { 'webhook-signature': `v1,${signed.digest('base64')}` }
  expect(authenticate(forged, { key })).toMatchObject({ kind: 'refused' })
})

describe('an order', () => {
  test('is read with its customer and its products', async () => {
    expect(await readOrder()).toMatchObject({
      orderId: 'order_01KAGT1R4V0000000000000042',
      changedAt: sentAt + 120,
      orderedAt: Date.UTC(2026, 10, 16, 14, 3),
      customer: { name: 'Ana Martins', email: 'ana@example.com', phone: '+55 11 90000-0000' },
      language: 'pt-BR',
      isCancelled: false,
    })
    expect((await readOrder()).lines[0]).toEqual({
      productId: 'prod_01MOKA',
      variantId: 'variant_01MOKA6',
      sku: 'MOKA-6',
      name: 'Moka pot',
      price: 149.9,
      gtin: '7891000000019',
      url: 'https://shop.example/products/moka-pot',
      picture: 'https://shop.example/moka.jpg',
      shippedAt: Date.UTC(2026, 10, 18, 12),
      deliveredAt: Date.UTC(2026, 10, 20, 18, 30),
      isReturned: false,
    })
  })

  test('dates a product by its last kept piece, and knows what went back', async () => {
    const [, grinder, filters] = (await readOrder()).lines
    // Two of three are kept: one was delivered, and the second only shipped.
    expect(grinder).toMatchObject({ shippedAt: Date.UTC(2026, 10, 19, 12), isReturned: false })
    expect(grinder).not.toHaveProperty('deliveredAt')
    expect(filters).toMatchObject({ sku: '', isReturned: true })
  })

  test('is cancelled when the shop cancelled it, and went back when all was refunded', async () => {
    expect(await readOrder(() => ({ canceled_at: '2026-11-18T10:00:00Z' }))).toMatchObject({
      isCancelled: true,
    })
    const { lines } = await readOrder(() => ({ is_refunded: true }))
    expect(lines.map(({ isReturned }) => isReturned)).toEqual([true, true, true])
  })

  test('is in the currency that Medusa writes in small letters, or in none', async () => {
    expect(await readOrder(() => ({ currency: 'kwd' }))).toMatchObject({ currency: 'KWD' })
    expect((await readOrder()).currency).toBeUndefined()
  })

  test('without an address or fulfilments is read as it is', async () => {
    const order = await readOrder(() => ({ customer: { email: null }, fulfillments: [] }))
    expect(order.customer).toEqual({ name: '', email: undefined, phone: '' })
    expect(order.lines[0]).not.toHaveProperty('shippedAt')
  })

  test.each([
    ['no id', { id: undefined }, 'The order cannot be read: data.order.id'],
    ['no items', { items: [] }, 'The order cannot be read: data.order.items'],
  ])('with %s is refused with a sentence', async (_what, change, problem) => {
    await expect(readOrder(() => change)).rejects.toMatchObject({
      name: 'ShopProblem',
      isTemporary: false,
      message: expect.stringContaining(problem),
    })
  })

  test('that is not JSON is refused', async () => {
    await expect(read('order.updated', Buffer.from('{'))).rejects.toThrow('it is not JSON')
  })
})

test('a product is read with its pictures', async () => {
  expect(await read('product.updated', example('product'))).toEqual([
    {
      kind: 'product',
      product: {
        productId: 'prod_01MOKA',
        sku: 'MOKA-6',
        name: 'Moka pot',
        price: 149.9,
        gtin: '7891000000019',
        url: 'https://shop.example/products/moka-pot',
        pictures: ['https://shop.example/moka.jpg', 'https://shop.example/moka-2.jpg'],
      },
    },
  ])
})

test('another topic changes nothing', async () => {
  expect(await read('customer.updated', Buffer.from('{}'))).toEqual([
    { kind: 'nothing', why: 'Realword does not need the topic customer.updated.' },
  ])
})
