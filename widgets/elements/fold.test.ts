import { expect, test } from 'vitest'
import { fold } from './fold.ts'

const a = (length: number) => 'a'.repeat(length)
const words = (length: number) => 'word '.repeat(length / 5)

test.each([
  ['of 420 characters', a(420)],
  ['of eight lines', 'line\n'.repeat(7)],
  ['that is empty', ''],
])('a text %s is not folded', (_, text) => {
  expect(fold(text)).toBeUndefined()
})

test('a longer text is cut between two words, after at most 300 characters', () => {
  expect(fold(`${words(295)}1234 ${words(150)}`)).toBe(`${words(295)}1234`)
  expect(fold(`${words(295)}12345 ${words(150)}`)).toBe(words(295).trimEnd())
  expect(fold(`  ${words(295)}\n\n  tail ${words(150)}`)).toBe(`  ${words(295).trimEnd()}`)
})

test('a text of more than eight lines shows six, if they are short', () => {
  expect(fold('one\ntwo\n\nfour\nfive\nsix\nseven\neight\nnine')).toBe('one\ntwo\n\nfour\nfive\nsix')
  expect(fold(' one\n\n\n\n\n\nseven\neight\nnine')).toBe(' one')
  expect(fold(`${words(160)}\n\n\n\n\n${a(135)}\n\n\n`)).toBe(`${words(160)}\n\n\n\n\n${a(135)}`) // 300
  expect(fold(`${words(160)}\n\n\n\n\n${a(136)}\n\n\n`)).toBe(words(160).trimEnd())
})

test('a text without spaces is cut between two characters, and never inside one', () => {
  expect(fold(a(421))).toBe(a(300))
  expect(fold(`${a(298)}👍${a(200)}`)).toBe(`${a(298)}👍`)
  expect(fold(`${a(299)}👍${a(200)}`)).toBe(a(299))
  expect(fold(`👍${a(420)}`)).toBe(`👍${a(298)}`)
})

test('a word longer than half of the room is cut', () => {
  expect(fold(`${a(150)} ${a(300)}`)).toBe(`${a(150)} ${a(149)}`)
  expect(fold(`${a(151)} ${a(300)}`)).toBe(a(151))
})
