import { describe, expect, expectTypeOf, test } from 'vitest'
import { compileTexts, fillText, type Translation, textFor, type UsableTexts } from './entries.ts'

const english = {
  title: 'Reviews',
  sent: 'Sent to {email} on {date}',
  left: { one: '{count} review', other: '{count} reviews' },
  shared: { one: '{count} of {store}', other: '{count} of {store}' },
  steps: ['One', 'Two'],
  states: { open: 'Open', other: 'Something else', count: 'Counted' },
} as const

const texts = compileTexts(english, 'en') as UsableTexts<typeof english>

describe('a catalogue', () => {
  test('yields plain texts, and functions for texts with placeholders', () => {
    expect(texts.title).toBe('Reviews')
    expect(texts.steps).toEqual(['One', 'Two'])
    expect(texts.sent({ email: 'ana@shop.example', date: '{email}' })).toBe(
      'Sent to ana@shop.example on {email}',
    )
  })

  test('formats numbers and chooses plurals by language', () => {
    const spanish = compileTexts(english, 'es') as UsableTexts<typeof english>
    expect([0, 1, 2, 12_345].map(count => texts.left({ count }))).toEqual([
      ...['0 reviews', '1 review', '2 reviews', '12,345 reviews'],
    ])
    expect(spanish.left({ count: 12_345 })).toBe('12.345 reviews')
    expect(texts.shared({ count: 1, store: 'Serra' })).toBe('1 of Serra')
  })

  test('falls back to the plural “other” for a category without a text', () => {
    const spanish = compileTexts(english, 'es') as UsableTexts<typeof english>
    expect(new Intl.PluralRules('es').select(1_000_000)).toBe('many')
    expect(spanish.left({ count: 1_000_000 })).toBe('1.000.000 reviews')
  })

  test('does not treat a group with a text named “other” as a plural', () => {
    expect(texts.states.other).toBe('Something else')
  })
})

test('looks up and fills a text by a name from the server', () => {
  expect(textFor(texts.states, 'open')).toBe('Open')
  expect(textFor(texts.states, 'toString')).toBeUndefined()
  expect(fillText(texts.sent, { email: 'ana@shop.example' })).toBe('Sent to ana@shop.example on ')
  expect(fillText(texts.title, { email: 'ana@shop.example' })).toBe('Reviews')
})

test('types require every placeholder in calls and translations', () => {
  type Spanish = Translation<typeof english>
  expectTypeOf<Parameters<typeof texts.sent>[0]>().toEqualTypeOf<{
    email: string | number
    date: string | number
  }>()
  expectTypeOf<Parameters<typeof texts.left>[0]>().toExtend<{ count: number }>()
  expectTypeOf<'Enviado a {email} el {date}'>().toExtend<Spanish['sent']>()
  expectTypeOf<'Enviado a {email}'>().not.toExtend<Spanish['sent']>()
  expectTypeOf<{ other: '{count} de {store}' }>().toExtend<Spanish['shared']>()
  expectTypeOf<{ other: '{count}' }>().not.toExtend<Spanish['shared']>()
  expectTypeOf<{ open: 'Abierta' }>().not.toExtend<Spanish['states']>()
})
