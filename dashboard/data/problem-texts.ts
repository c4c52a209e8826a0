import { findNote } from '../../server/exchange/imports/reading/note-texts/note-texts.ts'
import { findRefusal } from '../../server/exchange/imports/reading/refusal-texts/find-refusal.ts'
import { inReadersLanguage } from '../api.ts'
import { fillText } from '../words/entries.ts'
import { useTexts } from '../words/words.tsx'
import type { ImportJob } from './query.ts'

/** Translates the reason why a row was rejected. Returns an unknown reason as it is. */
export function useRejectionText(): (reason: string) => string {
  const { refusals } = useTexts('data')
  return reason => {
    const found = findRefusal(reason)
    return found ? fillText(refusals[found.name], found.values) : reason
  }
}

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
