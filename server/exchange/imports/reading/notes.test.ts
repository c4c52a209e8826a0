import { expect, test } from 'vitest'
import { languagesOf, readCatalogue } from '../../../../texts/catalogues.ts'
import { argumentsOf, type Catalogue, partsOf } from '../../../../texts/messages.ts'
import { type NoteName, noteTexts } from './notes.ts'

/** The notes of the dashboard in a language. */
const notesIn = (language: string) =>
  (readCatalogue('dashboard', language).data as Catalogue).notes as Record<NoteName, string>

test('screens have the notes of commands, with the same values', () => {
  expect(notesIn('en')).toEqual(noteTexts)
  for (const name of Object.keys(noteTexts) as NoteName[]) {
    const names = [...noteTexts[name].matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
    for (const notes of languagesOf('dashboard').map(notesIn))
      expect([...argumentsOf(partsOf(notes[name])).keys()].toSorted()).toEqual(names.toSorted())
  }
})
