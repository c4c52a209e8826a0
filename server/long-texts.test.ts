import { expect, test } from 'vitest'
import { checkTexts } from './answers/moderation/checks.ts'
import { textFingerprint } from './answers/moderation/same-text.ts'
import { fill } from './asking/mail/composing/fill.ts'
import { oneLine } from './asking/mail/composing/safe-text.ts'
import { shorten } from './asking/mail/delivering/answers.ts'
import { betweenAddresses } from './exchange/imports/formats/format.ts'
import { searchWords } from './foundation/lib/search/search-words.ts'
import { maskContacts } from './foundation/personal-data/contacts/mask-contacts.ts'

// At this length, quadratic work takes minutes and the test times out. Linear work takes milliseconds.
const long = 300_000 // characters

const many = (unit: string) => unit.repeat(Math.ceil(long / unit.length)).slice(0, long)

test('the search for insults reads a run of signs inside a word once', () => {
  expect(checkTexts({ display_name: '', body: `a${many('!')}a` }, { languages: ['pt-BR'] })).toEqual([])
})

test('a text of insults alone is flagged up to the most flags a text has', () => {
  expect(checkTexts({ display_name: '', body: many('merda ') }, { languages: ['pt-BR'] })).toHaveLength(50)
})

test.each([
  ['addresses', 'ana@shop.example '],
  ['links', 'www.shop.example '],
  ['phones', '(11) 98765-4321; '],
])('a text of %s alone is flagged up to the most flags a text has', (_what, unit) => {
  expect(checkTexts({ display_name: '', body: many(unit) }, { languages: ['pt-BR'] })).toHaveLength(50)
})

test.each([
  '@',
  '1',
  '1 ',
  '(1',
  'a.',
  'a@a.',
  `${'a'.repeat(63)} @ `,
  `@${'a'.repeat(63)}.`,
  `${'𝒜'.repeat(62)}@`,
  '12345678a',
  '11 9',
  'wa.me/',
  '+1(1)',
  '123.456.',
  '55 1234 5678 ',
  '612 345 678, ',
  '0 ',
  'tel 1 ',
  'a arroba ',
  'a at b dot ',
  '５ ',
])('contacts are masked in a text of %j alone', unit => {
  expect(maskContacts(many(unit), { country: 'MX' }).length).toBeGreaterThan(0)
})

test('an answer of a mail server that is one long word is cut', () => {
  expect(shorten(many('a'))).toBe('')
  expect(shorten(`550 ${many('a')}`)).toBe('550')
})

test('an answer of a mail server loses addresses in quotes, too', () => {
  expect(shorten('550 5.1.1 <"ana..martins."@shop.example>: no such user')).toBe(
    '550 5.1.1 <…>: no such user',
  )
})

test('a long answer of a mail server is not cut inside an address', () => {
  const answer = `550 ${'x@y.example '.repeat(165)}${' '.repeat(4)}ana@shop.example ${many(' ')}`
  expect(shorten(answer)).not.toMatch(/@|ana/)
})

test('a sentence of spaces alone is filled', () => {
  expect(fill(`a${many(' ')}b`, { name: '' })).toHaveLength(long + 2)
})

test('a placeholder without a value is removed with its comma and spaces', () => {
  expect(fill('{name}, how was it, {name}?', { name: '' })).toBe('How was it?')
  expect(fill('How was it , {name} {name}!', { name: '' })).toBe('How was it!')
})

test('a run of commas between pictures is read once', () => {
  expect(`https://a.example/1${many(',')}`.split(betweenAddresses)).toHaveLength(1)
  expect(`https://a.example/1,b${many(', ')}https://a.example/2`.split(betweenAddresses)).toHaveLength(2)
})

test.each([
  ' ',
  '\n',
  '\u202e',
  'é',
])('a text of %j alone is normalized for mails, search and comparison', unit => {
  expect(oneLine(many(unit), 300).length).toBeLessThanOrEqual(300)
  expect(searchWords(many(unit), 'portuguese').join(' ').length).toBeLessThanOrEqual(long)
  expect(textFingerprint(many(unit)) === null).toBe(!/\p{L}/u.test(unit))
})

test('words are searched by their first 60 characters, and texts by their first 50,000', () => {
  expect(searchWords(`${'a'.repeat(61)} ${'b'.repeat(60)}`, 'simple')).toEqual([
    'a'.repeat(60),
    'b'.repeat(60),
  ])
  expect(searchWords(`${'x '.repeat(24_999)}yy zz`, 'simple')).toEqual(['x', 'yy'])
})
