import type { Field } from '../formats/format.ts'

/** Thrown for a row that cannot be imported: the field it is about (null: the whole row), and what to do in one or two sentences. */
export class Refused extends Error {
  readonly field: Field | null

  constructor(field: Field | null, problem: string) {
    super(problem)
    this.field = field
  }
}

/** A text of the file as a sentence can hold it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
