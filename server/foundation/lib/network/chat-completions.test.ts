import { expect, test } from 'vitest'
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

test('a long answer of spaces is refused at once', () => {
  const began = performance.now()
  expect(jsonIn(`x${' '.repeat(250_000)}x`)).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(1_000)
})
