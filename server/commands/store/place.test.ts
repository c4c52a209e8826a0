import { expect, test } from 'vitest'
import { Problem } from '../../lib/problem.ts'
import { placeOf } from './place.ts'

test.each([
  ['nothing', {}, {}],
  ['a zone alone', { timeZone: 'Asia/Tokyo' }, { timeZone: 'Asia/Tokyo' }],
  ['a country', { country: 'JP' }, { locale: 'ja-JP', country: 'JP', timeZone: 'Asia/Tokyo' }],
  ['a language of one country', { locale: 'it' }, { locale: 'it', country: 'IT', timeZone: 'Europe/Rome' }],
  [
    'a language elsewhere',
    { locale: 'en', country: 'KW' },
    { locale: 'en', country: 'KW', timeZone: 'Asia/Kuwait' },
  ],
  [
    'all three',
    { locale: 'en-US', country: 'US', timeZone: 'America/Chicago' },
    { locale: 'en-US', country: 'US', timeZone: 'America/Chicago' },
  ],
  ['what is refused later', { locale: 'x', country: '??' }, { locale: 'x', country: '??' }],
])('%s', (_what, given, place) => {
  expect(placeOf(given, 'UTC')).toEqual(place)
})

test('a country with several zones takes that of the machine, or asks for one', () => {
  expect(placeOf({ locale: 'es-MX' }, 'America/Tijuana').timeZone).toBe('America/Tijuana')
  expect(() => placeOf({ locale: 'es-MX' }, 'UTC')).toThrow(Problem)
  expect(() => placeOf({ country: 'us' }, 'UTC')).toThrow('US has several time zones.')
})
