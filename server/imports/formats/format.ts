import type { ContentState } from '../../moderation/states.ts'
import type { questionFields } from '../../questions/csv-fields.ts'
import type { reviewFields } from '../../reviews/csv-fields.ts'
import type { DateOrder } from '../reading/dates.ts'

/** The fields that a column of any file can be mapped to. */
export type Field = (typeof reviewFields)[number] | (typeof questionFields)[number]

/** What a row says of each field, without spaces around it; a field it says nothing of is ''. */
export type Texts = Record<Field, string>

/** How a system writes its review files. What it does not tell is read as in our own files. */
export type Format = {
  /** As its maker writes it. */
  name: string
  /** Whether a file with these columns is of this system; `has` does not look at case. */
  recognises: (has: (column: string) => boolean) => boolean
  /** Where a field stands: of several columns the first in which a row has something. */
  columns: Partial<Record<Field, string[]>>
  /** The order of day, month and year, where the system has only one. */
  dates?: DateOrder
  /** Its states in small letters, besides our own. */
  states?: Record<string, ContentState>
  /** What stands between two pictures; absent: spaces. */
  betweenPictures?: RegExp
  /** What more than one column decides together; `cell` is '' where the file has no such column. */
  adjust?: (texts: Texts, cell: (column: string) => string) => Partial<Texts>
}

/** A comma, semicolon or space before the next address, and none of those that stand inside one. */
// The lookbehind tries each run of separators once, from its start. Without it 50,000 commas take minutes.
export const betweenAddresses = /(?<![\s,;])[\s,;]+(?=[a-z][a-z\d+.-]*:)/i
