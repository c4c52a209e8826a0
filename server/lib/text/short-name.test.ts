import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test.each([
  ['Maria da Silva', 'Maria S.'],
  ['  maria   silva ', 'maria S.'],
  ['Dr. Ana Souza', 'Ana S.'],
  ['DRA. LIA PRADO', 'LIA P.'],
  ['Prof. Dr. Klaus Weber', 'Klaus W.'],
  ['Dr. Souza', 'Souza'],
  ['Caio Prado Filho', 'Caio P.'],
  ['Ana Lima Júnior', 'Ana L.'],
  ['Rui Costa e Silva Neto', 'Rui S.'],
  ['John Smith Jr.', 'John S.'],
  ['John Smith Sr.', 'John S.'],
  ['Henry Ford II', 'Henry F.'],
  ['Pedro Neto', 'Pedro N.'],
  ['Don Johnson', 'Don J.'],
  ['佐藤 花子', '佐藤'],
  ['이 서연', '이'],
  ['王小明', '王小明'],
  ['مريم الأحمد', 'مريم ا.'],
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
