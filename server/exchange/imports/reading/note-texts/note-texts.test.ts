import { expect, test } from 'vitest'
import { en } from './en.ts'
import { es } from './es.ts'
import { findNote, type NoteName, note } from './note-texts.ts'
import { ptBR } from './pt-br.ts'

test('every note is found again by its sentence, with its values', () => {
  for (const name of Object.keys(en) as NoteName[]) {
    const names = [...en[name].matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
    const values = Object.fromEntries(names.map(key => [key, `"${key} $& (1.5)"`]))
    expect(findNote(note(name, values))).toEqual({ name, values })
    for (const text of [ptBR[name], es[name]])
      expect([...text.matchAll(/\{(\w+)\}/g)].map(([, key]) => key).toSorted()).toEqual(names.toSorted())
  }
  expect(findNote('Something else was decided.')).toBeUndefined()
})
