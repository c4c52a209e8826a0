import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'

test.each<[text: unknown, address: string]>([
  ['ana@example.com', 'ana@example.com'],
  ['Write to ANA.Lima@Example.COM.', 'ana.lima@example.com'],
  ['<a href="mailto:ana@example.com">', 'ana@example.com'],
  ['email=ana%40example.com&name=Ana', 'ana@example.com'],
  ['q=%22ana@example.com%22', 'ana@example.com'],
  ['ana&#64;example.com', 'ana@example.com'],
  ['ana&#x40;example&#46;com', 'ana@example.com'],
  ['&lt;ana&commat;example.com&gt;', 'ana@example.com'],
  ['{"email":"ana\\u0040example.com"}', 'ana@example.com'],
  ['ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ana@example.com'],
  ['ana\u00ad@example.com', 'ana@example.com'],
  ["'ana@example.com'", 'ana@example.com'],
  ['...ana@example.com', 'ana@example.com'],
  ['to=ana@example.com.Thanks', 'ana@example.com'],
  ['ana@café.example', 'ana@xn--caf-dma.example'],
  ['ana@xn--caf-dma.example', 'ana@xn--caf-dma.example'],
  ['bia@example.com,ana@example.com', 'ana@example.com'],
  [{ a: [{ b: 'x\nana@example.com' }] }, 'ana@example.com'],
  [{ 'ana@example.com': 5 }, 'ana@example.com'],
])('%j holds %s', (value, address) => expect(addressesIn(value)).toContain(address))

test.each<[text: unknown]>([
  ['joana@example.com'],
  ['ana@example.org'],
  ['ana @ example.com'],
  ['ana@localhost'],
  ['@example.com'],
  [{ a: 5, b: null }],
])('%j does not hold ana@example.com', value => expect(addressesIn(value)).not.toContain('ana@example.com'))

test.each([
  'ana%26%2364%3Bexample.com',
  'ana%26commat%3Bexample.com',
  'ana\\u0026#64;example.com', // PHP's JSON_HEX_AMP
  'ana\\u002540example.com',
  'ana%5Cu0040example.com',
  'ana&#37;40example.com',
  'ana%EF%BC%A0example.com',
  'ana\\uff20example.com',
  'ana&#65312;example.com',
])('%s is ana@example.com in two codings, or in letters of another width', text =>
  expect(addressesIn(text)).toContain('ana@example.com'))

test('a text may be coded three times, as one in a form in a URL', () => {
  expect(addressesIn('ana%252540example.com')).toContain('ana@example.com')
  expect(addressesIn('ana&amp;amp;#64;example.com')).toContain('ana@example.com')
  expect(addressesIn('ana%25252540example.com')).toEqual([])
  // Each pass takes one coding away: without an end, the work is the square of the length.
  expect(addressesIn(`ana%${'25'.repeat(100_000)}40example.com`)).toEqual([])
})

test('of parts that may be the beginning or the end of an address, the nearest are tried', () => {
  expect(addressesIn("a'b'c'd'e'f@example.com")).toEqual([
    "a'b'c'd'e'f@example.com",
    "c'd'e'f@example.com",
    "d'e'f@example.com",
    "e'f@example.com",
    'f@example.com',
  ])
  expect(addressesIn('ana@a.b.c.d.e.f.example')).toEqual([
    'ana@a.b',
    'ana@a.b.c',
    'ana@a.b.c.d',
    'ana@a.b.c.d.e.f.example',
  ])
})

test('a text of addresses alone takes linear time, and is given up', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => `n${at}@a.co`).join(' ')
  expect(addressesIn(many, 500)).toBeUndefined()
  expect(addressesIn(many)).toHaveLength(2_000)
  for (const part of ['@', 'a@', '&#64;', '%', '%40', "'", 'a.'])
    expect(addressesIn(part.repeat(50_000))?.length).toBeLessThan(3)
})
