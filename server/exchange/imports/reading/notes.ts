/**
 * What was decided for a file as a whole, and why: the texts of notes by their names, in English, as commands print them.
 * Those of screens are in locales/dashboard/.
 */
export const noteTexts = {
  dayFirstProven: 'Dates are read with the day first, as row {row} proves: {value}.',
  monthFirstProven: 'Dates are read with the month first, as row {row} proves: {value}.',
  dayFirstFormat: 'Dates are read with the day first, as {system} writes them.',
  monthFirstFormat: 'Dates are read with the month first, as {system} writes them.',
  dayFirstStore: 'Dates such as {value} are read with the day first, as is usual in the store’s country.',
  monthFirstStore: 'Dates such as {value} are read with the month first, as is usual in the store’s country.',
  ordersByColumn: 'Orders are known by “{column}”, not by {others}.',
  productsBySku: 'Products are known by “{column}”: the file has no other ID of them.',
  someProductsByName: '{count} rows have no “{column}”: their products are known by “{name}”.',
  productsByName: 'Products are known by “{column}”: the file has no ID of them.',
  productsByNameNotSku: 'Products are known by “{column}”: {count} rows have no “{sku}”.',
  sentDates:
    'Deliveries are counted from “{column}”, which says when the order was sent: let the delay of your requests include the days on the way.',
  otherProducts:
    'Your reviews are of other products than this file. Here products are known by “{column}”: what buyers write appears with the earlier reviews only if these are of the same IDs.',
  readAsStates: '“{column}” is read as the status of the order.',
  replyRows: '{count} rows of the file are replies of the store. Each belongs to the review that it answers.',
  semicolons: 'Columns are separated by semicolons.',
  tabs: 'Columns are separated by tabs.',
  bars: 'Columns are separated by vertical bars.',
  backslashes:
    'Quotes and line breaks are written with backslashes, as MySQL does. The backslashes are removed.',
  windows1252: 'The file is not UTF-8: its letters are read as Windows-1252, as Excel saves them.',
  twiceEncoded: '{count} texts were encoded twice (Ã£ for ã). They are read as they were before.',
  lostLetters:
    '{count} cells contain “�”: a program has lost letters of them. Export the file again as UTF-8, or correct them.',
  nothingVerified: 'The file does not say who bought: no review becomes a verified purchase.',
  unreadTexts: 'No texts are read. “{column}” has some: choose it as the text if they belong to the reviews.',
  spreadsheetDays: 'Numbers such as {value} are read as the days of a spreadsheet.',
  scale: 'Ratings are read as up to {scale}, and rounded to 5 stars.',
  lostZeros: 'Product {id} may be {other}: spreadsheets drop zeros before a number. If so, correct its ID.',
  pictures:
    'Pictures to copy after the import: {count}, from {hosts}. Until then, they are displayed from there.',
  videos: 'Videos that stay where they are: {count}. Videos cannot be displayed yet.',
} as const

export type NoteName = keyof typeof noteTexts

/** One note, with the values of its text. */
export type Note = { name: NoteName; values?: Record<string, string | number> }

export const note = (name: NoteName, values?: Note['values']): Note => ({ name, ...(values && { values }) })

/** The note in English. */
export function wordNote({ name, values = {} }: Note): string {
  return noteTexts[name].replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ''))
}
