import type { Field } from '../formats/format.ts'

/**
 * Thrown for a row that cannot be imported, with the field (null: the whole row) and one or two sentences on what to
 * do.
 */
export class Refused extends Error {
  readonly field: Field | null

  constructor(field: Field | null, problem: string) {
    super(problem)
    this.field = field
  }
}

/** Quotes a text from the file, shortened for use in a sentence. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}

/** Thrown for a row that is left out because of its state. Reports count them by `state`, the file's own word. */
export class Skipped extends Error {
  readonly state: string

  constructor(state: string) {
    super(`Left out: ${state}`)
    this.state = state.trim().toLowerCase()
  }
}
