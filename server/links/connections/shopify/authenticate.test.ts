import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { delivery } from '../../../test/shops/shopify.ts'
import { authenticate } from './authenticate.ts'

const body = readFileSync(new URL('examples/orders-updated.json', import.meta.url))
const settings = { secret: 'hush', url: 'https://gres.myshopify.com/', options: {} }
// openssl dgst -sha256 -hmac hush -binary examples/orders-updated.json | base64
const signature = '2/uayBTCEdWmlwNt5b5VDQOxZDGWjFLOHNAqmvD2J/c='
const headers = {
  'x-shopify-topic': 'orders/updated',
  'x-shopify-shop-domain': 'gres.myshopify.com',
  'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  'x-shopify-hmac-sha256': signature,
}
const event = {
  kind: 'event',
  topic: 'orders/updated',
  deliveryId: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  subject: '5501',
}

test('both families of headers are understood', () => {
  expect(authenticate({ headers, body }, settings)).toEqual(event)
  const newer = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.slice(2), value]))
  expect(authenticate({ headers: newer, body }, settings)).toEqual(event)
})

test.each([
  ['no signature', { 'x-shopify-hmac-sha256': undefined }],
  ['an empty signature', { 'x-shopify-hmac-sha256': '' }],
  ['half a signature', { 'x-shopify-hmac-sha256': signature.slice(0, 22) }],
  ['the signature in hex', { 'x-shopify-hmac-sha256': Buffer.from(signature, 'base64').toString('hex') }],
  ['no topic', { 'x-shopify-topic': undefined }],
  ['another shop with the same app', { 'x-shopify-shop-domain': 'other.myshopify.com' }],
  ['no shop', { 'x-shopify-shop-domain': undefined }],
])('%s is refused', (_, changed) => {
  expect(authenticate({ headers: { ...headers, ...changed }, body }, settings)).toMatchObject({
    kind: 'refused',
  })
})

test('a changed body and another secret are refused', () => {
  const changed = Buffer.from(body.toString().replace('ana@', 'eve@'))
  expect(authenticate({ headers, body: changed }, settings)).toMatchObject({ kind: 'refused' })
  expect(authenticate({ headers, body }, { ...settings, secret: 'hush2' })).toMatchObject({ kind: 'refused' })
})

test.each([
  ['orders/edited', { order_edit: { order_id: 7 } }, '7'],
  ['refunds/create', { id: 1, order_id: 7 }, '7'],
  ['products/update', { id: 9 }, '9'],
  ['app/uninstalled', { id: 3 }, undefined],
])('%s names its subject', (topic, payload, subject) => {
  const event = authenticate(delivery(topic, payload, { secret: 'hush' }), settings)
  expect(event).toMatchObject({ kind: 'event', topic, deliveryId: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(event.kind === 'event' && event.subject).toBe(subject)
})
