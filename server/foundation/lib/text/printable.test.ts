import { expect, test } from 'vitest'
import { isolated } from '../../../../texts/direction.ts'
import { printable } from './printable.ts'

test('escape sequences and marks that turn the direction of writing are replaced', () => {
  expect(printable('a\u001b[2Jb\u009b2Jc\u202ed')).toBe('a\ufffd[2Jb\ufffd2Jc\ufffdd')
  expect(printable('a\u2068b\u2067c\u2069')).toBe('a\ufffdb\ufffdc\ufffd')
})

test('a name of the other direction stands in a sentence of ours as it is', () => {
  expect(printable(`The shop is called "${isolated('חנות', 'ltr')}".`)).toBe('The shop is called "חנות".')
  expect(printable(isolated('חנות\u202e', 'ltr'))).toBe('חנות')
})
