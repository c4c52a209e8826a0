import { expect, test } from 'vitest'
import { growthOf, growthOfOneReading } from '../../../test/growth.ts'
import { jsonIn } from './chat-completions.ts'

test.each([
  ['{"a": 1}', { a: 1 }],
  [' ```json\n{"a": 1}\n``` ', { a: 1 }],
  ['```\n[1]', [1]],
  ['[1] ```', [1]],
  ['Here it is: {"a": 1}', undefined],
  ['', undefined],
])('the JSON of %j is found', (text, value) => {
  expect(jsonIn(text)).toEqual(value)
})

test('a long answer of spaces is read once', async () => {
  const read = (size: number) => expect(jsonIn(`x${' '.repeat(size)}x`)).toBeUndefined()
  expect(await growthOf(read, 30_000)).toBeLessThan(growthOfOneReading)
})
