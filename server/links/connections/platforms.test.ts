import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type PlatformName, platformNames, ShopProblem } from './platform.ts'
import { platforms } from './platforms.ts'
import { quote } from './sentences.ts'

test.each(Object.entries(platforms))('%s is in the table under its own name', (name, platform) => {
  expect(platform.name).toBe(name)
  expect(platformNames).toContain(name)
})

test('a problem with a shop is final unless its thrower says otherwise', () => {
  const gone = new ShopProblem(quote('The shop does not know the key.'), quote('Create another one.'))
  expect({ ...gone, message: gone.message }).toMatchObject({
    message: 'The shop does not know the key.',
    mend: quote('Create another one.'),
    isTemporary: false,
  })
  expect(new ShopProblem(quote('Slow.'), quote('Wait.'), { isTemporary: true }).isTemporary).toBe(true)
})

// Anybody can sign with no key.
const now = Date.parse('2026-03-05T12:00:00Z')
const body = Buffer.from('{"id":1,"type":"order.updated","event":"order/paid","store_id":1}')
const signed = (encoding: 'base64' | 'hex', before = '') =>
  createHmac('sha256', '').update(before).update(body).digest(encoding)
const time = String(now / 1000)
const standard = {
  ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': time },
  'webhook-signature': `v1,${signed('base64', `msg_1.${time}.`)}`,
}

test.each<[PlatformName, string, Record<string, string>]>([
  ['woocommerce', '', { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': signed('base64') }],
  ['shopify', '', { 'x-shopify-topic': 'orders/paid', 'x-shopify-hmac-sha256': signed('base64') }],
  ['nuvemshop', '', { 'x-linkedstore-hmac-sha256': signed('hex') }],
  ['vtex', '', { 'x-realword-secret': '' }],
  ['generic', '', { 'x-realword-secret': '' }],
  ['medusa', '', standard],
  ['medusa', 'whsec_', standard],
  ['medusa', 'whsec_!!!!', standard],
  ['vendure', '', standard],
  ['vendure', 'whsec_', standard],
])('%s with the secret "%s" accepts nothing, however it is signed', (name, secret, headers) => {
  const platform = platforms[name]
  const settings = { secret, options: { shop_id: '1' } }
  expect(platform?.authenticate({ headers, body }, settings, now)).toMatchObject({ kind: 'refused' })
})

test('every platform is tried without a secret', () => {
  expect(Object.keys(platforms).sort()).toEqual([
    'generic',
    'medusa',
    'nuvemshop',
    'shopify',
    'vendure',
    'vtex',
    'woocommerce',
  ])
})
