import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import { nuvemshop as platform } from './platform.ts'

const nuvemshop = english(platform)

/** Made with openssl, and not with our code. */
const { secret, deliveries } = JSON.parse(
  readFileSync(new URL('examples/signatures.json', import.meta.url), 'utf8'),
) as { secret: string; deliveries: { body: string; signature: string }[] }
const settings = { secret, options: { shop_id: '2718' } }

const authenticate = (body: string, signature: string | undefined, as = settings) =>
  nuvemshop.authenticate(
    { headers: { 'x-linkedstore-hmac-sha256': signature }, body: Buffer.from(body) },
    as,
    0,
  )

test('signed events name their order or product', () => {
  expect(deliveries.map(({ body, signature }) => authenticate(body, signature))).toEqual([
    { kind: 'event', topic: 'order/fulfilled', subject: '870042' },
    { kind: 'event', topic: 'fulfillment_order/tracking_event_created', subject: '870042' },
    { kind: 'event', topic: 'product/updated', subject: '31' },
    { kind: 'event', topic: 'customers/redact' },
    { kind: 'event', topic: 'order/updated', subject: '870042' },
  ])
})

test.each(deliveries)('$body is refused without its own signature', ({ body, signature }) => {
  const kinds = [
    undefined,
    '',
    signature.slice(0, -1),
    `${signature}0`,
    Buffer.from(signature, 'hex').toString('base64'),
    deliveries.find(other => other.signature !== signature)?.signature,
  ].map(other => authenticate(body, other).kind)
  expect(new Set(kinds)).toEqual(new Set(['refused']))
  expect(authenticate(`${body} `, signature).kind).toBe('refused')
  expect(authenticate(body, signature, { ...settings, secret: 'another' }).kind).toBe('refused')
  expect(authenticate(body, signature.toUpperCase()).kind).toBe('event')
})

test('an event of another shop with the same app is refused', () => {
  const [{ body, signature } = { body: '', signature: '' }] = deliveries
  expect(authenticate(body, signature, { ...settings, options: { shop_id: '2719' } })).toMatchObject({
    kind: 'refused',
    why: 'the event comes from another Nuvemshop shop',
  })
})

test.each([
  [
    'customers/redact',
    { customer: { email: 'marina.duarte@example.com' }, orders_to_redact: [870042] },
    [{ kind: 'erase', emails: ['marina.duarte@example.com'] }],
  ],
  [
    'customers/redact without an address',
    { customer: { email: 'email@naoinformado.com' }, orders_to_redact: [] },
    [{ kind: 'nothing', why: 'the request names no email address' }],
  ],
  [
    'customers/data_request',
    { customer: { email: 'marina.duarte@example.com' }, orders_requested: [870042], data_request: { id: 4 } },
    [{ kind: 'person_export', email: 'marina.duarte@example.com' }],
  ],
  ['store/redact', {}, [{ kind: 'disconnected', why: 'The app was uninstalled in Nuvemshop.' }]],
  [
    'app/uninstalled',
    { event: 'app/uninstalled', id: 9 },
    [{ kind: 'disconnected', why: 'The app was uninstalled in Nuvemshop.' }],
  ],
  [
    'app/suspended',
    { event: 'app/suspended', id: 9 },
    [{ kind: 'disconnected', why: expect.stringContaining('not paid') }],
  ],
  ['product/deleted', { event: 'product/deleted', id: 31 }, [{ kind: 'nothing', why: expect.any(String) }]],
  [
    'domain/updated',
    { event: 'domain/updated' },
    [{ kind: 'nothing', why: expect.stringContaining('domain/updated') }],
  ],
  [
    'a parcel without its order',
    { event: 'fulfillment_order/status_updated', id: '01M1CFC0HPCP82Z1DSGRAAFANV' },
    [{ kind: 'nothing', why: expect.stringContaining('nightly') }],
  ],
])('%s asks nothing of the shop', async (_, fields, changes) => {
  expect(await read(JSON.stringify({ store_id: 2718, ...fields }))).toEqual(changes)
})

test.each([
  '',
  'no JSON',
  '[]',
  'null',
  '{"event":"order/updated"}',
])('the body %j is kept, and does nothing', async body => {
  expect(await read(body)).toEqual([
    { kind: 'nothing', why: 'the event has a form that Realword does not know' },
  ])
})

test.each([
  ['shop_id', '2718', '2718/../1'],
  ['marketplaces', 'no', 'NO'],
  ['api_url', 'http://[::1]:80', 'https://api.evil.example'],
])('the option %s takes %s, and not %s', (name, good, bad) => {
  expect(nuvemshop.options[name]?.(good)).toBeUndefined()
  expect(nuvemshop.options[name]?.(bad)).toEqual(expect.any(String))
})

const read = (body: string) =>
  nuvemshop.read(
    { topic: '', body: Buffer.from(body), receivedAt: 0 },
    { settings, fetch: () => Promise.reject(new Error('asks nobody')), now: 0 },
  )
