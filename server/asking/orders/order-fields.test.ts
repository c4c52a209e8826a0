import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectCreated, expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { testFields, testPrice } from '../../test/requests/field-rules.ts'
import { aStore, type Member } from '../../test/users.ts'
import { readOrder } from './orders.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp()
  owner = await aStore(service.database)
})
afterAll(() => service.close())

const post = (body: unknown) => service.send('POST', '/orders', { headers: owner.headers, body })

// Sections 2.1 to 2.3 of the specification, with the limits of docs/reference/api.md.
testFields(
  'an order',
  '',
  [
    { field: 'order_id', type: 'string', least: 1, most: 255 },
    { field: 'order_date', type: 'string' },
    { field: 'delivery_date', type: 'string' },
    { field: 'request_review_at', type: 'string', optional: true },
    { field: 'products', type: 'array', least: 1, most: 500, element: () => anOrderProduct() },
    { field: 'customers', type: 'array', least: 1, most: 10, element: () => aCustomer() },
  ],
  change => post({ ...anOrder(), ...change }),
)

testFields(
  'a product of an order',
  'products.1.',
  [
    { field: 'product_id', type: 'string', least: 1, most: 255 },
    { field: 'sku', type: 'string', most: 255 },
    { field: 'name', type: 'string', most: 2048 },
    { field: 'price', type: 'number' },
    { field: 'url', type: 'string', most: 2048 },
    { field: 'pictures', type: 'array', optional: true, most: 50, element: () => '😀'.repeat(2048) },
    { field: 'gtin', type: 'string', optional: true, most: 255 },
    { field: 'mpn', type: 'string', optional: true, most: 255 },
  ],
  change => post({ ...anOrder(), products: [anOrderProduct(), { ...anOrderProduct(), ...change }] }),
)

testFields(
  'a customer of an order',
  'customers.0.',
  [
    { field: 'name', type: 'string', most: 2048 },
    { field: 'email', type: 'string', most: 2048 },
    { field: 'phone', type: 'string', most: 2048 },
    { field: 'origin', type: 'string', optional: true, most: 2048 },
  ],
  change => post({ ...anOrder(), customers: [{ ...aCustomer(), ...change }] }),
)

testPrice('products.0.price', written =>
  post(JSON.stringify(anOrder()).replace('"price":149.9', `"price":${written}`)),
)

test('each picture is a separate text', async () => {
  const withPictures = (pictures: unknown[]) =>
    post({ ...anOrder(), products: [{ ...anOrderProduct(), pictures }] })
  expectInvalid(
    await withPictures(['a.jpg', 1, 'x'.repeat(2049), 'a\0']),
    'products.0.pictures.1: Expected string, received number',
    'products.0.pictures.2: String must contain at most 2048 character(s)',
    'products.0.pictures.3: Invalid character',
  )
})

const required = ['order_id', 'order_date', 'delivery_date', 'products', 'customers'].map(
  field => `${field}: Required`,
)

test('every problem of a body is reported at once', async () => {
  expectInvalid(await post({}), ...required)
  expectInvalid(
    await post({ ...anOrder(), order_id: 7, products: [{}], customers: [null], a: 1, b: 2 }),
    'order_id: Expected string, received number',
    ...['product_id', 'sku', 'name', 'price', 'url'].map(field => `products.0.${field}: Required`),
    'customers.0: Expected object, received null',
    'a: Unrecognized key(s) in object',
    'b: Unrecognized key(s) in object',
  )
})

test.each([
  ['an array', [], 'body: Expected object, received array'],
  ['null', 'null', 'body: Expected object, received null'],
  ['a text', '"order"', 'body: Expected object, received string'],
  ['nothing', '', 'body: Invalid JSON'],
  ['half of JSON', '{"order_id":', 'body: Invalid JSON'],
  ['JSON with a comment', '{}//', 'body: Invalid JSON'],
  ['JSON with a byte order mark', '\ufeff{}', 'body: Invalid JSON'],
  ['a key twice', '{"order_id":"1","order_id":"2"}', 'order_id: Duplicate key'],
  ['a key twice, once escaped', '{"a":{"b":1,"\\u0062":2}}', 'a.b: Duplicate key'],
  ['an object 33 deep', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'body: Nested too deeply'],
  [
    'an object 32 deep',
    `{"a":${'['.repeat(31)}${']'.repeat(31)}}`,
    [...required, 'a: Unrecognized key(s) in object'],
  ],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'body: Invalid character'],
])('%s is not an order', async (_what, body, problem) => {
  expectInvalid(await post(body), ...[problem].flat())
})

describe('a __proto__', () => {
  test.each([
    ['', '__proto__', (json: string) => json.replace('{', '{"__proto__":{},')],
    ['in a product', 'products.0.__proto__', (json: string) => json.replace('[{', '[{"__proto__":{},')],
    ['of nothing', '__proto__', (json: string) => json.replace('{', '{"__proto__":null,')],
  ])('%s is an unknown key like any other', async (_where, path, change) => {
    const order = anOrder()
    expectInvalid(await post(change(JSON.stringify(order))), `${path}: Unrecognized key(s) in object`)
    const stored = await service.database.query(sql`select from orders where order_id = ${order.order_id}`)
    expect(stored).toEqual([])
  })
})

const noDates = [
  '',
  'yesterday',
  '2026-03-05',
  '2026-02-30T10:00:00.000Z',
  '2025-02-29T10:00:00.000Z',
  '2026-13-01T10:00:00.000Z',
  '2026-00-01T10:00:00.000Z',
  '2026-03-00T10:00:00.000Z',
  '2026-03-05T24:00:00.000Z',
  '2026-03-05T10:60:00.000Z',
  '2026-03-05T23:59:60.000Z',
  '1969-12-31T23:59:59.999Z',
  '2200-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '+002026-03-05T10:00:00.000Z',
  ' 2026-03-05T10:00:00.000Z',
  '2026-03-05T10:00:00.000Z\n',
  '2026-03-05T10:00:00.000Z[UTC]',
  '2026-03-05 10:00:00.000Z',
  '２026-03-05T10:00:00.000Z',
]

describe.each(['order_date', 'delivery_date'])('%s', field => {
  test.each([
    '1970-01-01T00:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '2199-12-31T23:59:59.999Z',
  ])('may be %s', async value => {
    const order = anOrder({ [field]: value })
    expectCreated(await post(order))
    const stored = await readOrder(service.database, owner.storeId, order.order_id)
    expect(stored[field as 'order_date'].toISOString()).toBe(value)
  })

  test.each([
    ...noDates,
    '2026-03-05T10:00:00Z',
    '2026-03-05T10:00:00.0Z',
    '2026-03-05T10:00:00.0000Z',
    '2026-03-05T10:00:00.000',
    '2026-03-05T10:00:00.000+00:00',
    '2026-03-05t10:00:00.000z',
    '2026-03-05T10:00:00,000Z',
  ])('is never %j', async value => {
    expectInvalid(await post({ ...anOrder(), [field]: value }), `${field}: Invalid datetime`)
  })
})

describe('request_review_at', () => {
  test.each([
    ['2026-03-14T10:00:00.000Z', '2026-03-14T10:00:00.000Z'],
    ['2026-03-14T10:00:00Z', '2026-03-14T10:00:00.000Z'],
    ['2026-03-14T10:00Z', '2026-03-14T10:00:00.000Z'],
    ['2026-03-14T10:00:00.5Z', '2026-03-14T10:00:00.500Z'],
    ['2026-03-14T10:00:00,123456789Z', '2026-03-14T10:00:00.123Z'],
    ['2026-03-14T10:00:00-03:00', '2026-03-14T13:00:00.000Z'],
    ['2026-03-14T10:00:00+0530', '2026-03-14T04:30:00.000Z'],
    ['2026-03-14T10:00:00+14', '2026-03-13T20:00:00.000Z'],
    ['2026-03-14T00:00:00.001-00:00', '2026-03-14T00:00:00.001Z'],
    ['20260314T100000Z', '2026-03-14T10:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['2199-12-31T23:59:59.999999Z', '2199-12-31T23:59:59.999Z'],
    ['1969-12-31T21:00:00-03:00', '1970-01-01T00:00:00.000Z'],
  ])('%s is %s', async (request_review_at, instant) => {
    const order = anOrder({ request_review_at })
    expectCreated(await post(order))
    const stored = await readOrder(service.database, owner.storeId, order.order_id)
    expect(stored.request_review_at?.toISOString()).toBe(instant)
    expect(stored.requests[0]?.due_at.toISOString()).toBe(instant)
  })

  test.each([
    ...noDates,
    '2026-03-14T10:00:00',
    '2026-03-14T10:00:00+24:00',
    '2026-03-14T10:00:00+05:60',
    '2026-03-14T10:00:00 Z',
    '2026-03-14T10:00:00.Z',
    '2199-12-31T23:59:59-03:00',
    '1970-01-01T00:00:00+00:01',
    '2026-03-14T',
    'T10:00:00Z',
    '1773482400000',
  ])('is never %j', async value => {
    expectInvalid(
      await post({ ...anOrder(), request_review_at: value }),
      'request_review_at: Invalid datetime',
    )
  })
})
