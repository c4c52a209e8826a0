/** What happened to a file, then what to do; {0}, {1} and {2} are the values. */
const files = {
  empty: { what: 'The file is empty.', mend: 'Choose a CSV file with column names in the first row.' },
  utf16: { what: 'The file is UTF-16.', mend: 'Save it as “CSV UTF-8” and import it again.' },
  header_encoding: {
    what: 'The column names are not UTF-8.',
    mend: 'Save the file as “CSV UTF-8” and import it again.',
  },
  columns_many: {
    what: 'The file has {0} columns, and at most {1} are read.',
    mend: 'Leave out the columns that are not of the reviews, questions or orders, and import it again.',
  },
  row_unreadable: {
    what: 'The file cannot be read from row {0} on: a quote is not closed, or the row is longer than 1 MiB.',
    mend: 'Correct the row and import the file again. Rows that were already imported are skipped.',
  },
  quotes_mixed: {
    what: 'The file writes quotes inside texts in two ways: line {0} has \\", and line {1} another one.',
    mend: 'Nothing was imported. Export the file again as standard CSV, in which every quote inside a text is doubled (""), or choose one way to read it.',
  },
  dates_contradict: {
    what: 'Dates contradict each other: {0} in row {1} begins with the day, and {2} in row {3} with the month.',
    mend: 'Nothing was imported. Choose the date format: rows with the other one are then rejected.',
  },
  dates_ambiguous: {
    what: 'Dates such as {0} in row {1} could be different days, and no date of the file shows which part comes first.',
    mend: 'Nothing was imported. Choose the date format.',
  },
  scale_unknown: {
    what: 'Ratings of the file go up to {0}, in row {1}: they are not stars from 1 to 5.',
    mend: 'Nothing was imported. Choose the scale of the ratings: 5, 10 or 100.',
  },
  column_needed: {
    what: 'The file has no column for {0}. Its columns are: {1}.',
    mend: 'Choose a column for {2}.',
  },
  field_unknown: { what: 'There is no field {0}.', mend: 'The fields are: {1}.' },
  column_missing: {
    what: 'The file has no column {1}, which was chosen for {0}.',
    mend: 'Its columns are: {2}.',
  },
  columns_same: { what: 'The file has {0} columns named "{1}".', mend: 'Give each column its own name.' },
  states_unknown: {
    what: 'The column "{0}" seems to say whether a review is public, and its word {1} is not understood.',
    mend: 'Say what each word means: published, pending, rejected or left out. Nothing was imported.',
  },
  states_many: {
    what: 'The column "{0}" seems to say whether a review is public, and has more than 40 different words.',
    mend: 'Say that it is about something else, or shorten it to a few words. Nothing was imported.',
  },
  part_lost: { what: 'Part {0} of the file is missing or unreadable.', mend: 'Upload the file again.' },
  not_archive: {
    what: 'The file is not a store archive.',
    mend: 'Use the unchanged ZIP file that Realword exported.',
  },
  archive_newer: {
    what: 'The archive comes from a newer version of Realword.',
    mend: 'Update this Realword, then import the archive again.',
  },
  archive_damaged: {
    what: 'The archive is damaged: {0}.',
    mend: 'Nothing was imported. Export the store again.',
  },
  archive_over_limit: {
    what: 'The archive would send email for {0} orders, and the plan of this store allows {1} a month.',
    mend: 'Ask the operator to raise the limit for the import.',
  },
  import_over_limit: {
    what: 'The file has more reviews than the plan of this store allows in one import: {0}.',
    mend: 'Nothing was imported. Split the file, or ask the operator to raise the limit.',
  },
  rows_many: {
    what: 'The file has more than {0} rows.',
    mend: 'Nothing was imported. Split the file, and leave the rows of each order together.',
  },
  order_states_unknown: {
    what: 'The column {0} has states whose meaning for an order is not certain: {1}.',
    mend: 'Say what each of them means for an order.',
  },
  order_states_many: {
    what: 'The column {0} is chosen for a state, and has too many different values for one.',
    mend: 'Choose another column, or none.',
  },
  file_changed: {
    what: 'The file was changed while it was read.',
    mend: 'Import it again. Orders that were already imported are skipped.',
  },
  store_not_empty: {
    what: 'The store is not empty: it contains {0}.',
    mend: 'Create another store and import the archive there.',
  },
  person_erased: {
    what: 'A person was erased while this store was being imported, so nothing was imported.',
    mend: 'Erase the person in the other store, export it again, and import the new file.',
  },
  exports_full: {
    what: 'The exports of this store use all the space they are allowed.',
    mend: 'Delete exports you no longer need, then export again.',
  },
  storage_limit: {
    what: 'The plan of this store has no room for these files.',
    mend: 'Delete exports and uploaded files you no longer need, or ask the operator to raise the limit.',
  },
  database_lost: {
    what: 'The connection to the database was lost: {0}.',
    mend: 'Import the file again. Rows that were already imported are skipped.',
  },
  attempts_failed: {
    what: 'The job failed five times within an hour.',
    mend: 'Ask the operator to check the log, then try again.',
  },
  storage_full: { what: 'The file storage is full.', mend: 'Free up space, then try again.' },
  storage_failed: {
    what: 'The file storage failed five times within an hour.',
    mend: 'Ask the operator to check the log, then try again.',
  },
}

/** What is wrong with a damaged archive; the values are names and numbers from it. */
const damages = {
  zip: 'its ZIP cannot be read ({0})',
  twice: 'it contains {0} twice',
  encrypted: '{0} is encrypted',
  bomb: 'it unpacks to {0} bytes, more than any export',
  manifest_size: 'manifest.json is too large',
  manifest_field: '{0} in manifest.json is invalid',
  unnamed: '{0} is not listed in manifest.json',
  missing: '{0} is missing',
  size: '{0} differs in size from manifest.json',
  sum: '{0} was changed after the export',
  table: 'there is no table {0}',
  picture_name: 'there is no picture {0}',
  picture_size: 'the picture {0} is too large',
  picture: '{0} is not a picture',
  line: '{0} has a line longer than 8 MiB',
  half_line: '{0} ends with an incomplete line',
  rows: '{0} has {1} rows, and manifest.json says {2}',
  stores: '{0} has {1} rows instead of one',
  column: '{0} has an unknown column',
  json: 'row {1} of {0} is not valid JSON',
  row: 'row {1} of {0} is not a record',
  field_missing: '{2} is missing in row {1} of {0}',
  field: '{2} in row {1} of {0} is not of type {3}',
  refused: 'the table does not accept a row of {0} ({1})',
  counts: 'the counts of product {0} do not match',
  setting: 'the setting {0} of the store is invalid',
}

/** The texts of one language. A language that lacks one does not compile. */
export type FileTexts = {
  /** The language, whose rules join the alternatives of a sentence. */
  language: string
  files: Record<keyof typeof files, { what: string; mend: string }>
  damages: Record<keyof typeof damages, string>
}

export const englishFiles: FileTexts = { language: 'en', files, damages }
