import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test.each([
  ['Maria da Silva', 'Maria S.'],
  ['  maria   silva ', 'maria S.'],
  ['Dr. Ana Souza', 'Dr. S.'],
  ['Łukasz łoś', 'Łukasz Ł.'],
  ['Maria', 'Maria'],
  ['Ana •••', 'Ana'],
  ['Ana <•••>', 'Ana'],
  ['Ana \u202eMaria', 'Ana M.'],
  ['Maria 😀', 'Maria'],
  ['•••', '•••'],
  [' 4711 ', '4711'],
  [' ', ''],
])('%j is shortened to %j', (full, short) => {
  expect(shortName(full)).toBe(short)
})
