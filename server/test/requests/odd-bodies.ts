import fc from 'fast-check'
import { anOrder, aProduct } from '../factories.ts'

export type WritePath = '/orders' | '/products'

const paths = fc.constantFrom<WritePath>('/orders', '/products')

/** Bodies from a client, a broken client or an attacker: from valid JSON to arbitrary bytes. */
export const oddBodies: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 2, arbitrary: paths.chain(valid).map(toBytes) },
  { weight: 10, arbitrary: paths.chain(mutated) },
  { weight: 3, arbitrary: fc.json().map(text => Buffer.from(text)) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constant(null).chain(() => deep) },
)

function valid(path: WritePath): fc.Arbitrary<object> {
  const id = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 255 })
    .map(text => text.replaceAll('\0', '0'))
  return path === '/orders'
    ? id.map(order_id => ({ ...anOrder(), order_id }))
    : id.map(product_id => ({ ...aProduct(), product_id }))
}

function mutated(path: WritePath): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      valid(path),
      fc.array(inValue, { maxLength: 3 }),
      fc.array(inText, { maxLength: 2 }),
      fc.option(inBytes),
    )
    .map(([body, values, texts, bytes]) => {
      const copy = structuredClone(body)
      for (const change of values) change(copy)
      const text = texts.reduce((changed, change) => change(changed), JSON.stringify(copy))
      return bytes ? bytes(Buffer.from(text)) : Buffer.from(text)
    })
}

const oddTexts = fc.constantFrom(
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff',
  '\ud83d\ude00',
  '\u202e',
  '\ufeff',
  '__proto__',
  'NaN',
  '1',
  'null',
  ';drop table orders',
  `'`,
  '\\',
  '"',
  'x'.repeat(255),
  'x'.repeat(256),
  '😀'.repeat(255),
  'é'.repeat(2049),
  '2026-02-30T10:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
)
const oddNumbers = fc.constantFrom(
  -0,
  -1,
  -0.01,
  5e-324,
  0.1 + 0.2,
  9999999999,
  9999999999.01,
  2 ** 53,
  1e308,
  -1e308,
)
const oddValue = fc.oneof(
  oddTexts,
  oddNumbers,
  fc.double({ noNaN: true }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(null, true, false, undefined, [], {}, [[]], [null], { length: 1 }, { toJSON: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const oddKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'length',
    '0',
    '',
    'id',
    'store_id',
    '\ud800',
    'a\0',
  ),
  fc.string({ unit: 'binary' }),
)

/** Changes, adds or removes one member of any object or list in the body. */
const inValue = fc
  .tuple(fc.nat(), fc.nat(), fc.option(oddKey, { freq: 3 }), oddValue)
  .map(([where, which, newKey, odd]) => (body: object) => {
    const value = structuredClone(odd) // generators may return the same object again
    const places = objectsIn(body)
    const place = places[where % places.length] as Record<string, unknown>
    if (Array.isArray(place)) return void place.splice(which % (place.length + 1), 1, value)
    const keys = Object.keys(place)
    const key = newKey ?? keys[which % keys.length] ?? 'x'
    Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true })
  })

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

/** Invalid only as text: duplicate keys, numbers out of range, unpaired surrogates, truncated bodies. */
const inText = fc.oneof(
  fc
    .constantFrom(
      '1e400',
      '-1e400',
      '1E+9999',
      '0e-9999',
      '00',
      '+1',
      '1.',
      '.1',
      '0x10',
      'NaN',
      'Infinity',
      '1_0',
      '-',
      '9'.repeat(5_000),
    )
    .map(written => (text: string) => text.replace(/"price":[^,}]*/, `"price":${written}`)),
  fc
    .constantFrom(
      '"order_id":"1",',
      '"product_id":"1",',
      '"name":1,',
      '"\\u006eame":1,',
      '"__proto__":null,',
      '"__proto__":{"order_id":"1"},',
      '"":1,',
      ',',
      '//',
      '\ufeff',
    )
    .chain(piece => fc.nat(4).map(nth => (text: string) => insertAfterBrace(text, piece, nth))),
  fc
    .constantFrom('\\ud800', '\\udc00\\ud800', '\\u0000', '\\x00', '\\', '\u0000', '\n', '\u2028', '"')
    .chain(piece => fc.nat().map(at => (text: string) => insert(text, piece, at))),
  fc.nat().map(at => (text: string) => text.slice(0, at % (text.length + 1))),
)

const inBytes = fc
  .tuple(
    fc.nat(),
    fc.constantFrom([0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x00]),
  )
  .map(([at, bytes]) => (body: Buffer) => {
    const place = at % (body.length + 1)
    return Buffer.concat([body.subarray(0, place), Buffer.from(bytes), body.subarray(place)])
  })

const deep = fc
  .tuple(
    fc.constantFrom(31, 32, 33, 100, 10_000),
    fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"a":', '}]']),
  )
  .map(([depth, [open = '', close = '']]) =>
    Buffer.from(open.repeat(depth) + (close === ']' ? '' : '1') + close.repeat(depth)),
  )

function insertAfterBrace(text: string, piece: string, nth: number): string {
  const braces = [...text.matchAll(/\{/g)].map(({ index }) => index + 1)
  return insert(text, piece, braces[nth % Math.max(1, braces.length)] ?? 0)
}

function insert(text: string, piece: string, at: number): string {
  const place = at % (text.length + 1)
  return text.slice(0, place) + piece + text.slice(place)
}

function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
