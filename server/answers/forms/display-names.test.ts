import { expect, test } from 'vitest'
import { displayNames } from './display-names.ts'

const named = (name: string | null) =>
  displayNames(name, 'Anonymous').map(({ choice, name }) => [choice, name])
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
])('%j is no name to choose', name => {
  expect(named(name)).toEqual([anonymous])
})
