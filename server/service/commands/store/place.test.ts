import { expect, test } from 'vitest'
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

test('a country with several zones takes that of the machine, or the one in which most people live', () => {
  expect(placeOf({ locale: 'es-MX' }, 'America/Tijuana').timeZone).toBe('America/Tijuana')
  const zones = Object.entries({
    ...{ BR: 'America/Sao_Paulo', US: 'America/New_York', MX: 'America/Mexico_City', PT: 'Europe/Lisbon' },
    ...{
      ES: 'Europe/Madrid',
      AU: 'Australia/Sydney',
      DE: 'Europe/Berlin',
      AR: 'America/Buenos_Aires',
    },
  })
  for (const [country, zone] of zones) expect(placeOf({ country }, 'UTC').timeZone).toBe(zone)
  expect(placeOf({ country: 'us' }, 'UTC').timeZone).toBe('America/New_York')
})
