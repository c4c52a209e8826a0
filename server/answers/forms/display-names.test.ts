import { expect, test } from 'vitest'
import { displayNames } from './display-names.ts'

const named = (name: string | null, language = 'en') =>
  displayNames(name, 'Anonymous', language).map(({ choice, name }) => [choice, name])
const anonymous = ['anonymous', 'Anonymous']

test('a buyer chooses from a short and a full name', () => {
  const full = 'Dr. Ana  Souza Filha'
  expect(named(full)).toEqual([['short', 'Ana S.'], ['full', 'Dr. Ana Souza Filha'], anonymous])
})

test.each([
  null,
  '',
  'null null',
  'undefined',
  'Guest',
  'Cliente Anônimo',
  'ana@example.com',
  'ana﹫example.com',
  '+33 6 12 34 56 78',
])('%j is no name to choose', name => {
  expect(named(name)).toEqual([anonymous])
})

test.each([
  ['王小明', 'zh-CN', ['王**', '王小明']],
  ['Kovács Anna', 'hu', ['K. Anna', 'Kovács Anna']],
  ['Maria', 'pt-BR', ['Maria']],
])('%s, who reads %s, chooses among %j', (full, language, names) => {
  expect(named(full, language).map(([, name]) => name)).toEqual([...names, 'Anonymous'])
})

test('a name is cut after 80 characters', () => {
  expect(named('é'.repeat(81))).toEqual([['full', 'é'.repeat(80)], anonymous])
  expect(named('é'.repeat(80))).toEqual([['full', 'é'.repeat(80)], anonymous])
})
