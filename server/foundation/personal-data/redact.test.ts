import { describe, expect, test } from 'vitest'
import { buyerOf, redact } from './person.ts'

const jose = buyerOf('jose.c@correio.example')
const known = { names: ['José da Conceição'], phones: ['+55 21 97777-1234'] }

describe('the phone +55 21 97777-1234 in a text', () => {
  test.each([
    ['call 97777-1234', 'call …'],
    ['call 7777-1234 now', 'call … now'],
    ['(021) 97777-1234', '…'],
    ['21 97777 1234', '…'],
    ['+55 21 97777-1234.', '….'],
    ['+55 (21) 97777–1234', '…'],
    ['0055 21 97777.1234', '…'],
    ['21\u00a097777\u00a01234 a', '… a'],
    ['21\u202f97777\u20111234', '…'],
    ['２１ ９７７７７－１２３４ é meu', '… é meu'],
    ['(my phone 97777-1234)', '(my phone …)'],
    ['3 97777-1234 11 98888-4321', '3 … 11 98888-4321'],
    ['item 521977771234 and 5219777712345', 'item … and 5219777712345'],
    ['977771234567', '977771234567'],
    ['777-1234', '777-1234'],
    ['11 97777-1235', '11 97777-1235'],
  ])('%s', (text, expected) => expect(redact(text, jose, known)).toBe(expected))
})

describe('phones of other countries', () => {
  test.each([
    ['+44 20 7946 0958', 'at 020 7946 0958', 'at …'],
    ['+44 20 7946 0958', '+44 (0)20 7946 0958', '…'],
    ['+1 415 555 2671', '(415) 555-2671', '…'],
    ['+1 415 555 2671', '1-415-555-2671', '…'],
    ['+351 912 345 678', '912 345 678', '…'],
    ['+7 912 345-67-89', '8 (912) 345-67-89', '…'],
    ['020 7946 0958', '+44 20 7946 0958', '…'],
    ['(415) 555-2671', '+1 415 555 2671', '…'],
    ['12', '12 of 12', '12 of 12'],
  ])('%s as %s', (phone, text, expected) =>
    expect(redact(text, jose, { names: [], phones: [phone] })).toBe(expected))
})

describe('the name José da Conceição in a text', () => {
  test.each([
    ['by Jose da Conceicao.', 'by ….'],
    ['by José da Conceição, ok'.normalize('NFD'), 'by …, ok'],
    ['JOSÉ  DA\u00a0CONCEIÇÃO', '…'],
    ['Ｊｏｓｅ ｄａ Ｃｏｎｃｅｉｃａｏ', '…'],
    ['Jose da Conceicaozinha', 'Jose da Conceicaozinha'],
    ['Café ﬁno, até já 👍🏽', 'Café ﬁno, até já 👍🏽'],
  ])('%s', (text, expected) => expect(redact(text, jose, known)).toBe(expected))

  test('short names are not removed inside words', () => {
    const ana = { names: ['Ana'], phones: [] }
    expect(redact('banana, Ana, Anã, Anápolis', jose, ana, 3)).toBe('banana, …, …, Anápolis')
  })
})

test('a long text of digits and spaces takes linear time', () => {
  const long = ['1 0', '0 ', 'Jose da', '+55 21 '].map(part => part.repeat(50_000 / part.length))
  for (const text of long) expect(redact(text, jose, known)).toBe(text)
})

test.each([
  ['Ｊｏｓｅ．Ｃ＠ｃｏｒｒｅｉｏ．ｅｘａｍｐｌｅ wrote', '… wrote'],
  ['José.C@Correio.Example', '…'],
  ['jose.c@\u00adcorreio.example', '…'],
])('the address as %s', (text, expected) => expect(redact(text, jose, known)).toBe(expected))
