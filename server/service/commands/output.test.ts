import { expect, test } from 'vitest'
import { sentence, wordSentences } from '../../links/connections/sentences.ts'
import { printable } from './output.ts'

test('escape sequences and marks that turn the direction of writing are replaced', () => {
  expect(printable('a\u001b[2Jb\u202ec\u2068d\u2067e\u2069')).toBe('a\ufffd[2Jb\ufffdc\ufffdd\ufffde\ufffd')
})

test('a name of the other direction stands in a sentence of ours as it is', () => {
  const named = (name: string) => printable(wordSentences([sentence('shopifyToken', { name })]))
  expect(named('חנות')).toBe('The token works. The shop is called "חנות".')
  expect(named('חנות\u202e')).toBe('The token works. The shop is called "חנות".')
})
