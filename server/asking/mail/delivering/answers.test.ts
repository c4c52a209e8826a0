import { expect, test } from 'vitest'
import { shorten } from './answers.ts'

test.each([
  ['300 characters', `550 ${'no '.repeat(200)}`, `550 ${'no '.repeat(200)}`.slice(0, 300)],
  ['a word that ends at 2,000', `550 ${'x'.repeat(1_996)}`, `550 ${'x'.repeat(296)}`],
  ['nothing of a word that is longer, which may be half of an address', `550 ${'x'.repeat(1_997)}`, '550'],
  ['nothing of a single long word', 'x'.repeat(2_001), ''],
  ['no addresses', '550 <ana@example.com> no such user', '550 <…> no such user'],
])('of an answer, this is stored: %s', (_what, answer, stored) => {
  expect(shorten(answer)).toBe(stored)
})
