import { findNote } from '../../server/exchange/imports/reading/note-texts/note-texts.ts'
import { inReadersLanguage } from '../api.ts'
import { fillText } from '../words/entries.ts'
import { useTexts } from '../words/words.tsx'
import type { ImportJob } from './query.ts'

/** Translates a note on how a file is read. Returns an unknown note as it is. */
export function useNoteText(): (sentence: string) => string {
  const { notes } = useTexts('data')
  return sentence => {
    const found = findNote(sentence)
    return found ? fillText(notes[found.name], found.values) : sentence
  }
}

/** Explains in the reader's language why an import or export failed, and what to do. */
export function problemText({ what, mend, user_message }: NonNullable<ImportJob['problem']>): string {
  return user_message ? inReadersLanguage(user_message) : `${what} ${mend}`
}
