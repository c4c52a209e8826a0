/** What was decided for a file as a whole, and why. */
export const en = {
  dayFirstProven: 'Dates are read with the day first, as row {row} proves: {value}.',
  monthFirstProven: 'Dates are read with the month first, as row {row} proves: {value}.',
  dayFirstFormat: 'Dates are read with the day first, as {system} writes them.',
  monthFirstFormat: 'Dates are read with the month first, as {system} writes them.',
  dayFirstStore: 'Dates such as {value} are read with the day first, as is usual in the store’s country.',
  monthFirstStore: 'Dates such as {value} are read with the month first, as is usual in the store’s country.',
  productsBySku: 'Products are known by “{column}”: the file has no other ID of them.',
  someProductsByName: '{count} rows have no “{column}”: their products are known by “{name}”.',
  productsByName: 'Products are known by “{column}”: the file has no ID of them.',
  productsByNameNotSku: 'Products are known by “{column}”: {count} rows have no “{sku}”.',
  readAsStates: '“{column}” is read as the status of the order.',
} as const

export type NoteTexts = Record<keyof typeof en, string>
