import { wordTexts } from '../../texts/sentences.ts'
import { inReadersLanguage } from '../api.ts'
import { useTexts } from '../words/words.tsx'
import type { ImportJob } from './query.ts'

/** The text of a note on how a file is read. */
export function useNoteText(): (note: ImportJob['notes'][number]) => string {
  const { notes } = useTexts('data')
  return note => wordTexts([note], notes)
}

/** Explains in the reader's language why an import or export failed, and what to do. */
export function problemText({ what, mend, user_message }: NonNullable<ImportJob['problem']>): string {
  return user_message ? inReadersLanguage(user_message) : `${what} ${mend}`
}
