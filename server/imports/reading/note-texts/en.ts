/** What was decided for a file as a whole, and why. */
export const en = {
  dayFirstProven: 'Dates are read with the day first, as row {row} proves: {value}.',
  monthFirstProven: 'Dates are read with the month first, as row {row} proves: {value}.',
  dayFirstFormat: 'Dates are read with the day first, as {system} writes them.',
  monthFirstFormat: 'Dates are read with the month first, as {system} writes them.',
  dayFirstStore: 'Dates such as {value} are read with the day first, as is usual in the store’s country.',
  monthFirstStore: 'Dates such as {value} are read with the month first, as is usual in the store’s country.',
} as const

export type NoteTexts = Record<keyof typeof en, string>
