import { expect, test } from 'vitest'
import { languagesOf, readCatalogue } from '../../../../../texts/catalogues.ts'
import { argumentsOf, type Catalogue, partsOf } from '../../../../../texts/messages.ts'
import { en } from './en.ts'
import { findNote, type NoteName, note } from './note-texts.ts'

/** The notes of the dashboard in a language. */
const notesIn = (language: string) =>
  (readCatalogue('dashboard', language).data as Catalogue).notes as Record<NoteName, string>

test('every note is found again by its sentence, with its values', () => {
  expect(notesIn('en')).toEqual(en)
  for (const name of Object.keys(en) as NoteName[]) {
    const names = [...en[name].matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
    const values = Object.fromEntries(names.map(key => [key, `"${key} $& (1.5)"`]))
    expect(findNote(note(name, values))).toEqual({ name, values })
    for (const notes of languagesOf('dashboard').map(notesIn))
      expect([...argumentsOf(partsOf(notes[name])).keys()].toSorted()).toEqual(names.toSorted())
  }
  expect(findNote('Something else was decided.')).toBeUndefined()
})
