import type { questionFields } from '../../../answers/questions/csv-fields.ts'
import type { reviewFields } from '../../../answers/reviews/csv-fields.ts'
import type { orderFields } from '../../../asking/orders/csv-fields.ts'
import type { DateOrder } from '../reading/cells/dates.ts'
import type { Meaning } from '../reading/states/state-words.ts'

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
  /**
   * Whether a file with these columns comes from this system, by several columns of its own: a word that other files
   * use as well names no system. `has` ignores case.
   */
  recognises: (has: Has) => boolean
  /** The columns of each field. The first that is not empty in a row counts. */
  columns: Partial<Record<Field, string[]>>
  /** The order of day, month and year, if the system uses only one. */
  dates?: DateOrder
  /** What its words for states mean, before what such words mean everywhere: see `reading/states/`. */
  states?: Record<string, Meaning>
  /** The separator of pictures. Default: spaces. */
  betweenPictures?: RegExp
  /** Values that depend on several columns. */
  adjust?: (texts: Texts, cell: Cell) => Partial<Texts>
  /** The columns that the functions here read. */
  reads?: string[]
  /** Whether a row that names no product is a review of the store itself. */
  isOfStore?: (cell: Cell) => boolean
  /** For systems that write replies as rows: the id of the review that a row answers; '' for a review. */
  replyTo?: (cell: Cell) => string
  /** Whether a reply is by a visitor, not by the store. */
  isVisitors?: (cell: Cell) => boolean
  /** Whether it sends the same reviews with ids and without, such as from its API and in its file. */
  hasTwins?: boolean
  /** The word for rows that are no reviews, such as notes of orders; '' for all others. They are left out and counted. */
  leftOut?: (cell: Cell) => string
}

export type Has = (column: string) => boolean

/** Returns '' for a column that the file lacks. */
export type Cell = (column: string) => string

/** Whether a file has at least `least` of the columns. */
export function hasSome(has: Has, least: number, columns: string[]): boolean {
  return columns.filter(has).length >= least
}

/** A comma, semicolon or space before the next address, but not one inside an address. */
// The lookbehind matches each run of separators only from its start. Without it, 50,000 commas take minutes.
export const betweenAddresses = /(?<![\s,;])[\s,;]+(?=[a-z][a-z\d+.-]*:)/i
