import { describe, expect, test } from 'vitest'
import { checkTexts, mostFlagsOfRecord } from './checks.ts'
import { findInsults } from './insults.ts'

const flagsOf = (body: string, country = 'BR') =>
  checkTexts({ body, display_name: '' }, { languages: ['pt-BR'], country }).map(
    ({ check, start, end }) => `${check} ${body.slice(start ?? 0, end ?? 0)}`,
  )

describe('flags of one text', () => {
  test('are in its order, whatever the check', () =>
    expect(flagsOf('idiota, ana@loja.example, merda, www.loja.example 11 91234-5678, puta')).toEqual([
      'insult idiota',
      'email ana@loja.example',
      'insult merda',
      'link www.loja.example',
      'phone 11 91234-5678',
      'insult puta',
    ]))

  test.each([
    ['an address with a host name', 'ana@loja.com.br', ['email ana@loja.com.br']],
    ['a link with a phone number', 'wa.me/5511912345678', ['link wa.me/5511912345678']],
    ['a link with a CPF', 'https://a.example/529.982.247-25', ['link https://a.example/529.982.247-25']],
    ['a link and a host name in it', 'https://loja.com.br', ['link https://loja.com.br']],
    ['a CPF that could be a phone number', '529.982.247-25', ['cpf 529.982.247-25']],
  ])('do not overlap: %s', (_, text, flags) => expect(flagsOf(text)).toEqual(flags))

  test('are at most fifty, the first ones', () => {
    const flags = flagsOf('idiota www.loja.example '.repeat(40))
    expect(flags).toHaveLength(50)
    expect(new Set(flags)).toEqual(new Set(['insult idiota', 'link www.loja.example']))
    expect(flagsOf('ana@loja.example '.repeat(60))).toHaveLength(50)
  })

  test('of a record are those of three texts, and seven of the whole', () =>
    expect(mostFlagsOfRecord).toBe(157))

  test('a missing title has none', () =>
    expect(checkTexts({ body: 'ok', display_name: 'Ana' }, { languages: ['pt-BR'] })).toEqual([]))
})

describe('insults', () => {
  const insultsIn = (text: string, most = 50) =>
    findInsults(text, ['pt-BR'], most).map(({ start, end }) => text.slice(start, end))

  test('in separated letters and in words are found once, in order', () =>
    expect(insultsIn('idiota, m.e.r.d.a, p u t a, vadia')).toEqual([
      'idiota',
      'm.e.r.d.a',
      'p u t a',
      'vadia',
    ]))

  test('each form has a limit', () =>
    expect(insultsIn('idiota p u t a. idiota p u t a. idiota p u t a.', 2)).toEqual([
      'idiota',
      'p u t a',
      'idiota',
      'p u t a',
    ]))

  test.each(['!idiota!', '$idiota$', '|idiota', 'idiota@', '!!idiota!!'])('signs around it: %s', text =>
    expect(insultsIn(text)).toEqual([text]))

  test.each(['a p u t a', 'p u t a s o', '!!!', '@', 'p0', '1d', 'p u t', '1 2 3 4'])('none: %s', text =>
    expect(insultsIn(text)).toEqual([]))

  test.each([
    'm3rd4',
    '1d10t4',
    '0tar10',
    'v4d14',
    '8uceta',
    'va9a8unda',
    '$apatao',
  ])('figures for letters: %s', text => expect(insultsIn(text)).toEqual([text]))

  test('letters of two lists of one language do not make a word', () =>
    expect(findInsults('idiota', ['en', 'sv'], 50)).toEqual([]))

  test('one language of several is enough', () =>
    expect(findInsults('idiota', ['en', 'pt-BR'], 50)).toEqual([{ start: 0, end: 6 }]))
})
