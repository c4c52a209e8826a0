import { expect, test } from 'vitest'
import { createKnownProducts } from './known-products.ts'

const lines = (...ids: string[]) => ids.map(product_id => ({ product_id }))

test('a product is known in the store where it was added, and in no other', () => {
  const known = createKnownProducts()
  known.add('a', ['1', '__proto__'])
  known.add('ab', ['2'])
  expect(known.unknownAmong('a', lines('1', '2', '__proto__', 'constructor'))).toEqual(
    lines('2', 'constructor'),
  )
  expect(known.unknownAmong('b', lines('1', '2'))).toEqual(lines('1', '2'))
})

test('long ids of one store are forgotten before they fill the memory, and the newest stays known', () => {
  const known = createKnownProducts()
  known.add('quiet', ['1'])
  const ids = Array.from({ length: 40_000 }, (_, index) => `${index} `.padEnd(255, 'x'))
  known.add('busy', ids)
  const unknown = known.unknownAmong('busy', lines(...ids))
  expect(unknown.length).toBeGreaterThan(20_000)
  expect(known.unknownAmong('busy', lines(ids.at(-1) as string))).toEqual([])
  expect(known.unknownAmong('quiet', lines('1'))).toEqual(lines('1'))
})
