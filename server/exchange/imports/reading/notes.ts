import type { Catalogues } from '../../../../build/texts/catalogues.ts'
import { wordTexts } from '../../../../texts/sentences.ts'
import { textsIn } from '../../../foundation/texts/texts.ts'

export type NoteName = keyof Catalogues['dashboard']['data']['notes']

/** What was decided for a file as a whole, and why, with the values of its text. The texts are in `locales/dashboard/`. */
export type Note = { name: NoteName; values?: Record<string, string | number> }

export const note = (name: NoteName, values?: Note['values']): Note => ({ name, ...(values && { values }) })

const texts = () => textsIn('dashboard', 'en').data.notes

/** Whether this release has a text for the note. */
export const isKnownNote = ({ name }: Note): boolean => Object.hasOwn(texts(), name)

/** The note in English, as commands print it. */
export const wordNote = (note: Note): string => wordTexts([note], texts())
