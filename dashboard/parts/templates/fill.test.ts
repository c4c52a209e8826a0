import { describe, expect, test } from 'vitest'
import { type Filling, fillTemplate, unknownPlaceholders } from './fill.ts'

const filling = { author: 'Ana Martins', product: 'Moka', store: 'Café da Serra', locale: 'en' }
const fill = (text: string, change: Partial<Filling> = {}) => fillTemplate(text, { ...filling, ...change })

test('a template greets by the first name, and names the product and the store', () => {
  expect(fill('Hi {name},\nenjoy the {product}! {store}')).toBe('Hi Ana,\nenjoy the Moka! Café da Serra')
})

test.each([
  ['Hi {name},', 'Hi,'],
  ['Olá, {name}!', 'Olá!'],
  ['¡Hola, {name}!', '¡Hola!'],
  ['{name}, obrigada!', 'Obrigada!'],
  ['Thanks!\n{name}, enjoy it.', 'Thanks!\nEnjoy it.'],
  ['Thank you {name}.', 'Thank you.'],
  ['{name}', ''],
])('without a name %j becomes %j', (text, filled) => {
  for (const author of ['', '  ', '•••', 'A.', 'á', 'A. M.', 'Dr. Prado', 'null', 'Nordwind GmbH'])
    expect(fill(text, { author })).toBe(filled)
})

test('a title is no name', () => {
  expect(fill('{name}!', { author: 'Dra. Lia Prado' })).toBe('Lia!')
})

test('a name of another script may have one letter', () => {
  expect(fill('{name}!', { author: '王' })).toBe('王!')
})

test('a product without a name is still called something, in the language of the store', () => {
  expect(['en', 'pt-BR', 'es-MX', 'de'].map(locale => fill('{product}', { product: null, locale }))).toEqual([
    'your product',
    'seu produto',
    'tu producto',
    'your product',
  ])
})

test('what a buyer calls themselves is never filled again', () => {
  expect(fill('Hi {name}', { author: '{product}' })).toBe('Hi {product}')
})

describe('unknown placeholders', () => {
  test('are named once', () => {
    expect(unknownPlaceholders('{name} {nome} {nome} {{} {store}')).toEqual(['{nome}'])
  })
})
