import { expect, test } from 'vitest'
import { textFor } from './entries.ts'

test('looks up a text by a name from the server', () => {
  expect(textFor({ title: 'Reviews' }, 'title')).toBe('Reviews')
  expect(textFor({ title: 'Reviews' }, 'toString')).toBeUndefined()
})
