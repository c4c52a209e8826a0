import { expect, test } from 'vitest'
import { fillText, textFor } from './entries.ts'

const texts = {
  title: 'Reviews',
  sent: ({ email, date }: { email: string; date: string }) => `Sent to ${email} on ${date}`,
}

test('looks up a text by a name from the server', () => {
  expect(textFor(texts, 'title')).toBe('Reviews')
  expect(textFor(texts, 'toString')).toBeUndefined()
})

test('fills a text with values from the server', () => {
  expect(fillText(texts.sent, { email: '{date}' })).toBe('Sent to {date} on ')
  expect(fillText(texts.title, { email: 'ana@shop.example' })).toBe('Reviews')
})
