import type { ContentState } from '../../moderation/states.ts'
import type { orderFields } from '../../orders/csv-fields.ts'
import type { questionFields } from '../../questions/csv-fields.ts'
import type { reviewFields } from '../../reviews/csv-fields.ts'
import type { DateOrder } from '../reading/dates.ts'

/** The fields that a column of any file can be mapped to. */
export type Field =
  | (typeof reviewFields)[number]
  | (typeof questionFields)[number]
  | (typeof orderFields)[number]

/** What a row says in each field, trimmed; '' where it says nothing. */
export type Texts = Record<Field, string>

/** How a system writes its review files. Missing properties default to those of Realword's own files. */
export type Format = {
  /** As its maker spells it. */
  name: string
  /** Whether a file with these columns comes from this system. `has` ignores case. */
  recognises: (has: (column: string) => boolean) => boolean
  /** The columns of each field. The first that is not empty in a row counts. */
  columns: Partial<Record<Field, string[]>>
  /** The order of day, month and year, if the system uses only one. */
  dates?: DateOrder
  /** Its states in lower case, in addition to Realword's own. */
  states?: Record<string, ContentState>
  /** The separator of pictures. Default: spaces. */
  betweenPictures?: RegExp
  /** Values that depend on several columns. `cell` returns '' for a column that the file lacks. */
  adjust?: (texts: Texts, cell: (column: string) => string) => Partial<Texts>
}

/** A comma, semicolon or space before the next address, but not one inside an address. */
// The lookbehind matches each run of separators only from its start. Without it, 50,000 commas take minutes.
export const betweenAddresses = /(?<![\s,;])[\s,;]+(?=[a-z][a-z\d+.-]*:)/i
