import { expect, test } from 'vitest'
import { nameOf, sayIn } from './elements/say.ts'
import { conventionsOf, loadTexts, localeOf } from './locale.ts'

const say = async (language: string, timeZone?: string) =>
  sayIn(language, await loadTexts(language), timeZone)

test.each([
  ['pt-BR', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-PT'],
  ['de-CH', 'de'],
  ['zh-Hant-HK', 'zh-TW'],
  ['no', 'nb'],
  ['sw', 'en'],
  ['', 'en'],
  ['not a language!', 'en'],
])('texts for %s are in %s', (tag, locale) => {
  expect(localeOf(tag)).toBe(locale)
})

test.each([
  ['en', 'ltr', '4.5'],
  ['pt-BR', 'ltr', '4,5'],
  ['de-CH', 'ltr', '4.5'],
  ['ar-EG', 'rtl', '٤٫٥'],
  ['he', 'rtl', '4.5'],
  ['is', 'ltr', '4,5'],
  ['sw', 'ltr', '4.5'],
])('the conventions of %s', (tag, dir, average) => {
  const conventions = conventionsOf(tag)
  expect([conventions.dir, conventions.average(4.49)]).toEqual([dir, average])
})

test('numbers have the region of the page if the texts are in its language', () => {
  expect(conventionsOf('de-CH').locales).toEqual(['de-CH', 'de'])
  expect(conventionsOf('sw-KE').locales).toEqual(['en', 'de'])
  expect(conventionsOf('?').locales).toEqual(['en', 'de'])
  expect(conventionsOf('en-IN').formats.n(123456)).toBe('1,23,456')
})

test('percent, dates and numbers are those of the language', async () => {
  const german = await say('de', 'UTC')
  expect(german.percent(63).replace(/\s/, ' ')).toBe('63 %')
  expect(german.date('2026-03-10T23:30:00Z')).toBe('10.03.2026')
  expect((await say('de', 'Asia/Tokyo')).date('2026-03-10T23:30:00Z')).toBe('11.03.2026')
  expect(german.number(12345)).toBe('12.345')
  expect((await say('en')).percent(100)).toBe('100%')
})

test('an answer names its store, if it has a name', async () => {
  const english = await say('en')
  expect(english.replyOf('Café da Serra')).toBe('Reply from Café da Serra')
  expect(english.replyOf(undefined)).toBe(english.texts.reply)
  expect(english.replyOf('')).toBe(english.texts.reply)
})

test.each([
  ['Ana', 'Ana'],
  ['  Ana M. ', 'Ana M.'],
  [' ', 'Anonymous'],
])('the author named %j is %s', async (display_name, name) => {
  expect(nameOf({ display_name }, await say('en'))).toBe(name)
})
