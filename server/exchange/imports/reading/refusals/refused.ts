import type { Field } from '../../formats/format.ts'
import type { Refusal, RefusalName } from './refusals.ts'

/**
 * Thrown for a row that cannot be imported, with the field (null: the whole row) and why.
 */
export class Refused extends Error {
  readonly field: Field | null
  readonly refusal: Refusal

  constructor(field: Field | null, name: RefusalName, values?: Refusal['values']) {
    super(name)
    this.field = field
    this.refusal = { name, ...(values && { values }) }
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
