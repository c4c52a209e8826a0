import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { delivery } from '../../../test/shops/woocommerce.ts'
import { authenticate } from './authenticate.ts'

// Recorded from a real shop, whose webhooks have the secret `whs-secret`.
const recorded = (name: string) => {
  const { headers, body } = JSON.parse(
    readFileSync(new URL(`examples/${name}.json`, import.meta.url), 'utf8'),
  ) as { headers: Record<string, string>; body: string }
  return { headers, body: Buffer.from(body) }
}
const settings = { secret: 'whs-secret', options: {} }

test.each([
  ['order-created-processing', 'order.updated'],
  ['order-completed', 'order.updated'],
  ['order-note-changed', 'order.updated'],
  ['order-partly-refunded', 'order.updated'],
  ['order-fully-refunded', 'order.updated'],
  ['order-cancelled', 'order.updated'],
  ['order-trashed', 'order.deleted'],
  ['product-updated', 'product.updated'],
])('the recorded delivery %s is authentic', (name, topic) => {
  const { headers, body } = recorded(name)
  expect(authenticate({ headers, body }, settings)).toEqual({
    kind: 'event',
    topic,
    subject: String(JSON.parse(body.toString()).id),
    deliveryId: expect.stringMatching(new RegExp(`^${headers['x-wc-webhook-delivery-id']}\\.[\\w-]{43}$`)),
  })
})

test.each(['ping', 'ping-of-order-deleted'])('the recorded %s is answered, and is no event', name => {
  expect(authenticate(recorded(name), settings)).toEqual({ kind: 'ping' })
})

test('wrong, missing and half signatures are refused', () => {
  const { headers, body } = recorded('order-completed')
  const signature = headers['x-wc-webhook-signature'] ?? ''
  const refused = { kind: 'refused' }
  const changed = Buffer.from(body.toString().replace('ana@', 'eve@'))
  expect(authenticate({ headers, body: changed }, settings)).toMatchObject(refused)
  expect(authenticate({ headers, body }, { ...settings, secret: 'other' })).toMatchObject(refused)
  for (const wrong of [undefined, '', signature.slice(0, 20), `${signature}=`, signature.toLowerCase()])
    expect(
      authenticate({ headers: { ...headers, 'x-wc-webhook-signature': wrong }, body }, settings),
    ).toMatchObject(refused)
  expect(
    authenticate({ headers: { ...headers, 'x-wc-webhook-topic': undefined }, body }, settings),
  ).toMatchObject(refused)
  // A ping with a topic is an unsigned event.
  const { body: ping } = recorded('ping')
  expect(
    authenticate({ headers: { 'x-wc-webhook-topic': 'order.deleted' }, body: ping }, settings),
  ).toMatchObject(refused)
})

test("WordPress's escapes in the secret are decoded before signing", () => {
  // printf '{"id":15}' | openssl dgst -sha256 -hmac 'a&b "c' -binary | base64
  const headers = {
    'x-wc-webhook-topic': 'order.deleted',
    'x-wc-webhook-signature': 'evXfO9Gu4nJv5VKaDTbq+201Zxs8LNxLhNCIgLd9dwg=',
  }
  const body = Buffer.from('{"id":15}')
  for (const secret of ['a&amp;b &quot;c', 'a&b "c', 'a&#038;b &#x22;c'])
    expect(authenticate({ headers, body }, { secret, options: {} })).toMatchObject({
      kind: 'event',
      subject: '15',
    })
  expect(authenticate({ headers, body }, { secret: 'a&amp;amp;b "c', options: {} })).toMatchObject({
    kind: 'refused',
  })
})

test('two orders that change in the same second are two deliveries, and a repeated delivery is one', () => {
  const idOf = (order: number) => {
    const one = authenticate(delivery('order.updated', { id: order }, 'whs-secret', 7), settings)
    return one.kind === 'event' ? one.deliveryId : undefined
  }
  expect(delivery('order.updated', { id: 1 }, 's', 7).headers['x-wc-webhook-delivery-id']).toBe(
    delivery('order.updated', { id: 2 }, 's', 7).headers['x-wc-webhook-delivery-id'],
  )
  expect(idOf(1)).not.toBe(idOf(2))
  expect(idOf(1)).toBe(idOf(1))
})
