import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buyers, orderedProducts } from '../../../asking/orders/order-body.ts'
import { anOrder } from '../../../test/factories.ts'
import { instant, list, price, text, timestamp } from './fields.ts'
import { quickCheckOf } from './quick-check.ts'

const order = z.strictObject({
  order_id: text(255, 1),
  order_date: timestamp,
  request_review_at: instant.optional(),
  products: orderedProducts,
  customers: buyers,
})

const { order_id, order_date, products, customers } = anOrder()
const valid = { order_id, order_date, products, customers }
const [line] = products

// The values are what a body can hold: parsed JSON.
const values: [what: string, value: unknown, isAccepted: boolean][] = [
  ['an order', valid, true],
  ['an order with a date to ask', { ...valid, request_review_at: '2026-03-01T10:00:00-03:00' }, true],
  ['an id of 255 characters of four bytes', { ...valid, order_id: '😀'.repeat(255) }, true],
  ['an id of 256 characters', { ...valid, order_id: 'x'.repeat(256) }, false],
  ['an empty id', { ...valid, order_id: '' }, false],
  ['half a character', { ...valid, order_id: '\ud83d' }, false],
  ['a null character', { ...valid, order_id: 'a\0b' }, false],
  ['a number as id', { ...valid, order_id: 7 }, false],
  ['no id', { ...valid, order_id: undefined }, false],
  ['an unknown key', { ...valid, more: 1 }, false],
  ['__proto__ as a key', JSON.parse(JSON.stringify(valid).replace('{', '{"__proto__":{},')), false],
  [
    '__proto__ instead of an id',
    JSON.parse(JSON.stringify(valid).replace(/"order_id":"[^"]*"/, '"__proto__":{"order_id":"1"}')),
    false,
  ],
  ['the name of an inherited method', { ...valid, toString: 'x' }, false],
  ['no products', { ...valid, products: [] }, false],
  ['products as an object', { ...valid, products: { 0: line } }, false],
  ['a list as the order', [valid], false],
  ['null', null, false],
  ['a text', 'order', false],
  ['29 February of a leap year', { ...valid, order_date: '2028-02-29T23:59:59.999Z' }, true],
  ['29 February of another year', { ...valid, order_date: '2026-02-29T00:00:00.000Z' }, false],
  ['29 February 2100', { ...valid, order_date: '2100-02-29T00:00:00.000Z' }, false],
  ['31 April', { ...valid, order_date: '2026-04-31T00:00:00.000Z' }, false],
  ['31 December', { ...valid, order_date: '2026-12-31T00:00:00.000Z' }, true],
  ['midnight as 24:00', { ...valid, order_date: '2026-03-01T24:00:00.000Z' }, false],
  ['a leap second', { ...valid, order_date: '2016-12-31T23:59:60.000Z' }, false],
  ['1969', { ...valid, order_date: '1969-12-31T23:59:59.999Z' }, false],
  ['1970', { ...valid, order_date: '1970-01-01T00:00:00.000Z' }, true],
  ['2199', { ...valid, order_date: '2199-12-31T23:59:59.999Z' }, true],
  ['2200', { ...valid, order_date: '2200-01-01T00:00:00.000Z' }, false],
  ['a line break after the date', { ...valid, order_date: '2026-03-01T00:00:00.000Z\n' }, false],
  ['a price of null', { ...valid, products: [{ ...line, price: null }] }, false],
  ['a negative price', { ...valid, products: [{ ...line, price: -0.01 }] }, false],
  ['an infinite price', { ...valid, products: [{ ...line, price: Number.POSITIVE_INFINITY }] }, false],
  ['a picture of null', { ...valid, products: [{ ...line, pictures: [null] }] }, false],
]

test.each(values)('%s', (_what, value, isAccepted) => {
  expect(quickCheckOf(order)?.(value)).toBe(isAccepted)
  expect(order.safeParse(value).success).toBe(isAccepted)
})

test('it accepts exactly what the schema accepts', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      '',
      'a\0',
      '\ud800',
      '2026-03-01T00:00:00.000Z',
      '2026-02-30T00:00:00.000Z',
      -1,
      1e10,
      Number.POSITIVE_INFINITY,
    ),
  )
  const paths = [
    ['order_id'],
    ['order_date'],
    ['request_review_at'],
    ['products', '0', 'price'],
    ['products', '0', 'pictures'],
    ['products', '0', 'gtin'],
    ['products', '1'],
    ['customers', '0', 'email'],
    ['customers', '0', 'more'],
  ]
  fc.assert(
    fc.property(fc.constantFrom(...paths), odd, (path, value) => {
      const changed = structuredClone(valid) as object
      const parent = path
        .slice(0, -1)
        .reduce((at, key) => (at as Record<string, object>)[key] as object, changed)
      ;(parent as Record<string, unknown>)[path.at(-1) as string] = value
      expect(quickCheckOf(order)?.(changed)).toBe(order.safeParse(changed).success)
    }),
    { numRuns: 3_000 },
  )
})

test('a schema with a rule that it does not know has none', () => {
  expect(quickCheckOf(z.strictObject({ price, name: z.string().trim() }))).toBeUndefined()
  expect(quickCheckOf(z.strictObject({ name: text(10).refine(name => name !== 'x') }))).toBeUndefined()
  expect(quickCheckOf(z.strictObject({ price }).refine(({ price: most }) => most < 5))).toBeUndefined()
  expect(quickCheckOf(z.object({ price }))).toBeUndefined()
  expect(quickCheckOf(list(z.string(), 0, 2))).toBeUndefined()
  expect(quickCheckOf(list(price, 0, 2).max(1))).toBeUndefined()
})
