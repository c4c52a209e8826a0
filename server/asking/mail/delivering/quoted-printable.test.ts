import { encode } from 'nodemailer/lib/qp'
import { expect, test } from 'vitest'
import { quotedPrintable } from './quoted-printable.ts'

const softBreak = /=\r\n/g

test.each([
  '',
  '\n',
  'one line',
  'two\nlines\r\nand the end of a third\n',
  'blanks at the end \t \n of a line \t',
  'a = b, =3D and =\n',
  '.\n..\n.hidden\n',
  'a'.repeat(76),
  'a'.repeat(77),
  `${'a'.repeat(75)} \n${'b'.repeat(75)}=\n${'c'.repeat(74)}ã\n${'d'.repeat(65)}👍👍`,
  'Atenção, ação e coração. '.repeat(40),
  'Спасибо за покупку! '.repeat(40),
  'ご購入ありがとうございました。'.repeat(20),
  '👩‍👩‍👧 '.repeat(30),
  'lone\rreturn and \0 and \x7f',
])('says the same as nodemailer’s encoder, in lines of at most 76 characters: %j', text => {
  const encoded = quotedPrintable(text).toString()
  const lines = encoded.split('\r\n')
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(76)
  expect(encoded).toMatch(/^(?:[\t\x20-\x7e]|\r\n)*$/)
  expect(lines.filter(line => /[\t ]$/.test(line))).toEqual([])
  const expected = text.split(/\r?\n/).map(line => encode(line).replaceAll('\r', '=0D'))
  expect(encoded.replace(softBreak, '')).toBe(expected.join('\r\n'))
})

test('breaks no line inside a character', () => {
  for (const character of ['ã', 'д', 'ご', '👍'])
    for (let before = 60; before < 76; before++) {
      const encoded = quotedPrintable(`${'x'.repeat(before)}${character}${'y'.repeat(80)}`).toString()
      const whole = encodeURIComponent(character).replaceAll('%', '=')
      expect(encoded).toContain(whole)
    }
})
