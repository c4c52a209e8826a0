import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatLongDate } from '../server/foundation/lib/time/formatters.ts'
import { bindTexts } from './bind.ts'
import { canonicalTag } from './canonical-tag.ts'
import { readCatalogue } from './catalogues.ts'
import { findMistranslations } from './check/translations.ts'
import { sourceOf } from './compile.ts'
import { directionOf } from './direction.ts'
import { formatsOf } from './formats.ts'
import { languageFinder, readTag } from './match.ts'
import type { Catalogue } from './messages.ts'
import { fillText } from './sentences.ts'

describe('a text', () => {
  const catalogue = {
    plain: "It's `here`, '{'name'}' \\ cost $'{'x'}'",
    named: 'Reply from {store}',
    counted: '{count, plural, =0 {none} one {# review} other {# reviews}} of {total, number}',
    chosen: '{kind, select, shop {a shop} other {another}}',
    group: { inner: '{count, plural, one {one} few {# few} many {# many} other {# other}} {name}' },
  }
  const values = { store: 'Café', name: '{name}', count: 1234, total: 1, kind: 'constructor' }
  type Texts = Record<string, string | ((given: typeof values) => string)>

  test.each(['en', 'pl', 'pt-BR'])('is the same bound and compiled, in %s', language => {
    const formats = formatsOf(language)
    const compiled = new Function(`return ${sourceOf(catalogue)}`)()(formats)
    const bound = bindTexts(catalogue, formats)
    for (const count of [0, 1, 2, 5, 1234, 1.5]) {
      const seen = (made: unknown) => {
        const { group, ...texts } = made as Texts & { group: Texts }
        return Object.values<Texts[string]>({ ...texts, ...group }).map(text =>
          typeof text === 'function' ? text({ ...values, count }) : text,
        )
      }
      expect(seen(bound)).toEqual(seen(compiled))
    }
  })

  test('formats numbers and chooses plurals as its language does', () => {
    const texts = bindTexts(catalogue, formatsOf('pt-BR')) as Record<string, (given: object) => string>
    expect(texts.counted?.({ count: 1234, total: 5678 })).toBe('1.234 reviews of 5.678')
    expect(texts.counted?.({ count: 0, total: 0 })).toBe('none of 0')
    expect(texts.chosen?.({ kind: 'constructor' })).toBe('another')
    expect(texts.named?.({ store: "<b>'{x}'" })).toBe("Reply from <b>'{x}'")
  })
})

// By the grammar of each language, for 0, 1, 2, 3, 5, 11, 21, 100 and 1.5.
test.each([
  ['pl', '0 opinii, 1 opinia, 2 opinie, 3 opinie, 5 opinii, 11 opinii, 21 opinii, 100 opinii, 1,5 opinii'],
  ['ru', '0 отзывов, 1 отзыв, 2 отзыва, 3 отзыва, 5 отзывов, 11 отзывов, 21 отзыв, 100 отзывов, 1,5 отзыва'],
  [
    'ar',
    'لا توجد مراجعات, مراجعة واحدة, مراجعتان, 3 مراجعات, 5 مراجعات, 11 مراجعة, 21 مراجعة, 100 مراجعة, 1.5 مراجعة',
  ],
  ['sl', '0 mnenj, 1 mnenje, 2 mnenji, 3 mnenja, 5 mnenj, 11 mnenj, 21 mnenj, 100 mnenj, 1,5 mnenja'],
])('reviews are counted in %s', (language, counted) => {
  const { count } = bindTexts(readCatalogue('html', language), formatsOf(language)) as {
    count: (values: { count: number }) => string
  }
  expect([0, 1, 2, 3, 5, 11, 21, 100, 1.5].map(each => count({ count: each })).join(', ')).toBe(counted)
})

describe('the check of translations', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'texts-'))
    mkdirSync(join(folder, 'shop'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const english = { title: 'Shop', left: '{count, plural, one {# of {what}} other {# of {what}}}' }

  function faultsOf(translation: Catalogue, source: Catalogue = english): string[] {
    writeFileSync(join(folder, 'shop/en.json'), JSON.stringify(source))
    writeFileSync(join(folder, 'shop/pl.json'), JSON.stringify(translation))
    return findMistranslations('shop', folder).map(fault => fault.replace('locales/shop/pl.json: ', ''))
  }

  const polish = {
    title: 'Sklep',
    left: '{count, plural, one {# z {what}} few {# z {what}} many {# z {what}} other {# z {what}}}',
  }

  test('finds nothing in a correct catalogue', () => {
    expect(faultsOf(polish)).toEqual([])
  })

  test.each([
    ['a missing text', { left: polish.left }, 'title: is missing'],
    ['an unknown text', { ...polish, lead: 'x' }, 'lead: is no English text'],
    ['an empty text', { ...polish, title: ' ' }, 'title: is empty'],
    [
      'an unknown argument',
      { ...polish, title: 'Sklep {name}' },
      'title: {name}, a string, is no argument of the English text',
    ],
    [
      'a missing argument',
      { ...polish, left: polish.left.replaceAll(' z {what}', '') },
      'left: the argument {what} is missing',
    ],
    [
      'a missing category',
      { ...polish, left: polish.left.replace('few {# z {what}}', '') },
      'left: a plural lacks “few”',
    ],
    [
      'an unknown category',
      { ...polish, left: polish.left.replace('few', 'two {#} few') },
      'left: “two” is no plural category of the language',
    ],
  ])('finds %s', (_, translation, fault) => {
    expect(faultsOf(translation)).toEqual([fault])
  })

  test.each([
    '{what',
    '{count, plural, one {#}}',
    '{when, date}',
    '{count, number, percent}',
  ])('refuses %s', message => {
    expect(faultsOf({ ...polish, title: message })).toEqual([
      expect.stringContaining('title: is no valid ICU'),
    ])
  })
})

describe('the language for a tag', () => {
  const languages = ['en', 'es', 'he', 'id', 'nb', 'pt-BR', 'pt-PT', 'sr', 'zh-CN', 'zh-TW'] as const

  test.each([
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-PT'],
    ['pt_br', 'pt-BR'],
    ['es-419', 'es'],
    ['no', 'nb'],
    ['nb-NO', 'nb'],
    ['nn-NO', 'nb'],
    ['zh-Hant-HK', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-SG', 'zh-CN'],
    ['sr-Latn', 'sr'],
    ['sr-Cyrl-RS', 'sr'],
    ['iw', 'he'],
    ['in-ID', 'id'],
    ['fil', undefined],
    ['en-GB-u-nu-latn', 'en'],
    ['ca', undefined],
    ['português', undefined],
    ['*', undefined],
    ['', undefined],
  ])('%s: %s', (tag, language) => {
    expect(languageFinder(languages)(tag)).toBe(language)
  })
})

test.each([
  ['pt_BR', 'pt-BR'],
  ['pt-br', 'pt-BR'],
  ['zh_Hans_CN', 'zh-Hans-CN'],
  ['iw', 'he'],
  // WordPress
  ['pt_PT_ao90', 'pt-PT'],
  ['de_DE_formal', 'de-DE-formal'],
  ['ca_valencia', 'ca-valencia'],
  // POSIX, Odoo
  ['pt_BR.UTF-8', 'pt-BR'],
  ['sr_RS.utf8@latin', 'sr-Latn-RS'],
  ['sr@Cyrl', 'sr-Cyrl'],
  ['de_DE@euro', 'de-DE'],
  ['en@constructor', 'en'],
  ['en@__proto__', 'en'],
  [' es ', 'es'],
  ['de-DE-u-ca-gregory-co-phonebk-nu-latn', 'de-DE-u-ca-gregory-co-phonebk-nu-latn'],
  ['zh_Hant_HK_xyz', 'zh-Hant-HK'],
  // no tags
  ['', undefined],
  ['C', undefined],
  ['português', undefined],
  ['pt BR', undefined],
  ['Portuguese', undefined],
  ['e-mail', undefined],
  ['-', undefined],
  [`en${'-a'.repeat(50_000)}`, undefined],
  ['zh-cmn-Hant-TW', undefined],
  ['zh-yue-HK', undefined],
  ['no-preference', undefined],
  ['not_set', undefined],
])('what a shop writes as %j is the tag %j', (written, tag) => {
  expect(canonicalTag(written)).toBe(tag)
})

test('a value that ends with a full stop ends the sentence', () => {
  const { held } = bindTexts({ held: 'Held by {holder}. Thank you.' }, formatsOf('en')) as {
    held: (values: { holder: string }) => string
  }
  expect(held({ holder: 'Café da Serra Ltda.' })).toBe('Held by Café da Serra Ltda. Thank you.')
  expect(held({ holder: 'Café da Serra' })).toBe('Held by Café da Serra. Thank you.')
})

test.each([
  ['ar-EG', 'ar-EG'],
  ['pt_BR', 'pt-BR'],
  ['nn', 'nb'],
  ['sr', 'sr-Latn'],
  ['sr-Cyrl-ME', 'sr-Latn-ME'],
  ['sr-Latn-RS', 'sr-Latn-RS'],
  ['zh-Hant-HK', 'zh-Hant-HK'],
])('dates and numbers for a reader of %s are those of %s', (tag, locale) => {
  expect(String(readTag(tag))).toBe(locale)
})

test('months of Serbian are in Latin script', () => {
  expect(formatLongDate(new Date('2026-03-10T12:00:00Z'), 'sr', 'UTC')).toBe('10. mart 2026.')
})

test('a text is filled with the values that a row names', () => {
  const sent = ({ email, date }: { email: string; date: string }) => `Sent to ${email} on ${date}`
  expect(fillText(sent, { email: '{date}' })).toBe('Sent to {date} on ')
  expect(fillText('Reviews', { email: 'ana@shop.example' })).toBe('Reviews')
})

describe('directions', () => {
  test.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['fa_IR', 'rtl'],
    ['pa-PK', 'rtl'],
    ['ar-XB', 'rtl'],
    ['pa', 'ltr'],
    ['pt-BR', 'ltr'],
    ['no tag', 'ltr'],
  ])('%s is written %s', (tag, direction) => expect(directionOf(tag)).toBe(direction))

  test.each([
    ['مقهى (2)', 'ltr', '\u2068مقهى (2)\u2069'],
    ['Café (2)', 'ltr', 'Café (2)'],
    ['Café (2)', 'rtl', '\u2068Café (2)\u2069'],
    ['مقهى (2)', 'rtl', 'مقهى (2)'],
    ['Café מקהה', 'rtl', '\u2068Café מקהה\u2069'],
    ['12', 'rtl', '12'],
    ['Ana\u202e\u2069', 'ltr', 'Ana'],
    ['Ana\u202e\u2069', 'rtl', '\u2068Ana\u2069'],
    ['{file}', 'rtl', '{file}'],
  ] as const)('%s in a sentence written %s', (value, direction, written) => {
    const texts = bindTexts({ reply: 'by {store}.' }, { ...formatsOf('en'), direction }) as {
      reply: (values: object) => string
    }
    expect(texts.reply({ store: value })).toBe(`by ${written}.`)
  })
})
